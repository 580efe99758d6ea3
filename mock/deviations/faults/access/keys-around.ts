import { bearerKey, KEY_FORMAT } from '../../../core/auth.ts'
import { Refusal } from '../../../core/errors.ts'
import type { RequestHead } from '../../../core/http.ts'
import type { Accounts, Call, Project } from '../../../core/types.ts'
import { type Apply, breaking, type Change } from '../../deviation.ts'
import { bodyFirst, judged } from '../../edits/body-first.ts'
import { letIn } from '../../edits/let-in.ts'
import { UNAUTHENTICATED } from '../breaks.ts'

const authorization = (head: RequestHead): string => head.header('authorization') ?? ''

/** The text of a key that some project has. */
const keyOf = (id: string, secret: string): string => `svc_${id}_${secret}`

/** The project of the first key that fits. */
function ownerOf({ keys }: Accounts, fits: (key: string, id: string, secret: string) => boolean): Project | undefined {
  for (const [id, { secret, project }] of keys) if (fits(keyOf(id, secret), id, secret)) return project
  return undefined
}

/** A valid key with something around it, inside it or in another place, that gets in (5). */
export const faults = () => [
  breaking(['auth-malformed-key', 'status-order'], {
    'serves-prefix-with-one-wrong-character': [
      'the prefix of a key may have one wrong character',
      letIn((head, accounts) =>
        ownerOf(accounts, (key) => isNear(/^Bearer (.*)$/.exec(authorization(head))?.[1] ?? '', key, 0, 3)),
      ),
    ],
    'serves-key-between-signs': [
      'signs around a key are taken off',
      letIn((head, accounts) => {
        const [, bare] = /^Bearer [^\w]*([\w-]+?)(?:[^\w-].*)?$/.exec(authorization(head)) ?? []
        return ownerOf(accounts, (key) => key === bare)
      }),
      'auth-wrong-secret',
    ],
    'serves-key-anywhere-in-the-header': [
      'Authorization is searched for a key',
      letIn((head, accounts) => ownerOf(accounts, (key) => authorization(head).includes(key))),
      'auth-other-scheme',
      'auth-wrong-secret',
    ],
    'serves-secret-with-one-wrong-character': [
      'a secret may have one wrong character',
      letIn((head, accounts) => nearTo(head, accounts, 'secret')),
      'auth-wrong-secret',
    ],
    'serves-id-with-one-wrong-character': [
      'an id may have one wrong character',
      letIn((head, accounts) => nearTo(head, accounts, 'id')),
      'auth-unknown-key',
    ],
  }),
  breaking(['auth-key-elsewhere', 'status-order'], {
    'serves-key-in-an-authorization-of-its-own': [
      'a key in the header x-forwarded-authorization is served',
      letIn((head, accounts) =>
        ownerOf(accounts, (key) => head.header('x-forwarded-authorization') === `Bearer ${key}`),
      ),
    ],
  }),
  breaking(['auth-wrong-secret'], {
    'serves-wrong-secret-on-streams': [
      'streams do not look at the secret of a key',
      {
        wrap: (pipeline) => bodyFirst(pipeline, judged),
        apply: letIn((head, accounts, { body }) =>
          body?.stream === true
            ? accounts.keys.get(KEY_FORMAT.exec(bearerKey(head) ?? '')?.[1] ?? '')?.project
            : undefined,
        ),
      },
    ],
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'serves-streams-to-all': [
      'streams need no key',
      {
        wrap: (pipeline) => bodyFirst(pipeline, judged),
        apply: letIn((_, { projects }, { body }) => (body?.stream === true ? projects[0] : undefined)),
      },
    ],
  }),
  breaking([...UNAUTHENTICATED, 'status-order'], {
    'serves-local-callers': [
      'a caller that x-forwarded-for calls local needs no valid key',
      letIn((head, { projects }) => (head.header('x-forwarded-for') === '127.0.0.1' ? projects[0] : undefined)),
    ],
    'serves-a-session-cookie': [
      'a cookie of a session is taken for a key',
      letIn((head, { projects }) => (head.header('cookie')?.includes('session=') ? projects[0] : undefined)),
    ],
  }),
  breaking(['auth-key-elsewhere'], {
    'serves-key-in-the-body': ['a key in the member api_key is served', keyInTheBody()],
  }),
]

/** A key that only the body holds: the body is read first, and the member taken out of it. */
function keyInTheBody(): Change {
  const keys = new WeakMap<Call, unknown>()
  const served = letIn((_, accounts, call) => ownerOf(accounts, (key) => keys.get(call) === key))
  const apply: Apply = (behaviour, emit) => ({
    ...served(behaviour, emit),
    parseBody(text, call) {
      const body = behaviour.parseBody(text, call)
      if (keys.get(call) !== undefined && !(body instanceof Refusal))
        delete (body as unknown as { api_key?: unknown }).api_key
      return body
    },
  })
  return {
    wrap: (pipeline) =>
      bodyFirst(pipeline, ({ text }, call) => {
        const body = call.behaviour.parseBody(text, call)
        if (!(body instanceof Refusal)) keys.set(call, (body as unknown as { api_key?: unknown }).api_key)
        return undefined
      }),
    apply,
  }
}

/** Whether a text becomes the key when one of its characters between two places is left out, put in or replaced. */
function isNear(text: string, key: string, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    if (!text.startsWith(key.slice(0, at))) return false
    const rest = key.slice(at)
    if ([rest, rest.slice(1)].some((end) => text === key.slice(0, at) + text.slice(at, at + 1) + end)) return true
    if (text === key.slice(0, at) + rest.slice(1)) return true
  }
  return false
}

function nearTo(head: RequestHead, accounts: Accounts, part: 'id' | 'secret'): Project | undefined {
  const token = bearerKey(head) ?? ''
  return ownerOf(accounts, (key, id) => {
    const middle = 'svc_'.length + id.length
    return part === 'id' ? isNear(token, key, 4, middle - 1) : isNear(token, key, middle + 1, key.length)
  })
}
