import { Refusal } from '../../../core/errors.ts'
import type { Call, Project } from '../../../core/types.ts'
import { breaking, type Change } from '../../deviation.ts'
import { bodyFirst } from '../../edits/body-first.ts'
import { type Admit, type Guest, serveRefused, serveRefusedStreams } from '../../edits/serve-refused.ts'

/** The project of the first key that matches. */
function ownerOf({ accounts }: Guest, fits: (key: string, id: string) => boolean): Project | undefined {
  for (const [id, { secret, project }] of accounts.keys) if (fits(`svc_${id}_${secret}`, id)) return project
  return undefined
}

const withNearPrefix: Admit = (guest) =>
  ownerOf(guest, (key) => isNear(/^Bearer (.*)$/.exec(guest.authorization)?.[1] ?? '', key, 0, 3))
const withNearSecret: Admit = (guest) =>
  ownerOf(guest, (key, id) => isNear(guest.token, key, 'svc_'.length + id.length + 1, key.length))
const withNearId: Admit = (guest) =>
  ownerOf(guest, (key, id) => isNear(guest.token, key, 4, 'svc_'.length + id.length - 1))
const betweenSigns: Admit = (guest) => {
  const [, bare] = /^Bearer [^\w]*([\w-]+?)(?:[^\w-].*)?$/.exec(guest.authorization) ?? []
  return ownerOf(guest, (key) => key === bare)
}
const anywhere: Admit = (guest) => ownerOf(guest, (key) => guest.authorization.includes(key))
const forwarded: Admit = (guest) =>
  ownerOf(guest, (key) => guest.head.header('x-forwarded-authorization') === `Bearer ${key}`)
const withAnySecret: Admit = ({ id, ofId }) => ofId(id)

/** Accepts a valid key with something around it, inside it, or in another place (5). */
export const faults = () => [
  breaking(['auth-malformed-key', 'status-order'], serveRefused, {
    'serves-prefix-with-one-wrong-character: the prefix of a key may have one wrong character': withNearPrefix,
    'serves-key-between-signs: signs around a key are taken off': [betweenSigns, 'auth-wrong-secret'],
    'serves-key-anywhere-in-the-header: a key is searched for': [anywhere, 'auth-other-scheme', 'auth-wrong-secret'],
    'serves-secret-with-one-wrong-character: one character of it may be wrong': [withNearSecret, 'auth-wrong-secret'],
    'serves-id-with-one-wrong-character: an id may have one wrong character': [withNearId, 'auth-unknown-key'],
  }),
  breaking(['auth-key-elsewhere', 'status-order'], serveRefused, {
    'serves-key-in-an-authorization-of-its-own: a key in x-forwarded-authorization is served': forwarded,
  }),
  breaking(['auth-wrong-secret'], serveRefusedStreams, {
    'serves-wrong-secret-on-streams: streams do not look at the secret of a key': withAnySecret,
  }),
  breaking(['auth-key-elsewhere', 'request-closed'], {
    'serves-key-in-the-body: a key in the member api_key is served': keyInTheBody(),
  }),
]

/** A key that is only in the body: the body is read first, and the member removed. */
function keyInTheBody(): Change {
  const keys = new WeakMap<Call, unknown>()
  const served = serveRefused((guest) => ownerOf(guest, (key) => keys.get(guest.call) === key))
  return {
    wrap: (pipeline) =>
      bodyFirst(pipeline, ({ text }, call) => {
        const body = call.behaviour.parseBody(text, call)
        if (!(body instanceof Refusal)) keys.set(call, body.api_key)
        return undefined
      }),
    apply: (behaviour, emit) => ({
      ...served(behaviour, emit),
      parseBody(text, call) {
        const body = behaviour.parseBody(text, call)
        if (keys.get(call) !== undefined && !(body instanceof Refusal)) delete body.api_key
        return body
      },
    }),
  }
}

/** Whether a text becomes the key if one character between two positions is removed, added or replaced. */
function isNear(text: string, key: string, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) {
    if (!text.startsWith(key.slice(0, at))) return false
    const rest = key.slice(at)
    if ([rest, rest.slice(1)].some((end) => text === key.slice(0, at) + text.slice(at, at + 1) + end)) return true
    if (text === key.slice(0, at) + rest.slice(1)) return true
  }
  return false
}
