import { isWhole } from '../../../core/http.ts'
import { breaking } from '../../deviation.ts'
import { chunkOf } from '../../edits/events.ts'
import { counting, editWhileOthers, type InTransit } from '../../edits/in-transit.ts'
import { idOf, put } from '../../edits/request-id.ts'
import { onCompletions, onList, onOperations, onStatus, onStream, type When } from '../../edits/when.ts'
import { NO_LIST, NO_STREAM, UNAUTHENTICATED, VALID } from '../breaks.ts'

const onKnownKeys: When = (_, { project }) => project?.disabled === 'no'

/** How concurrent requests disturb each other. */
export const faults = () => [
  breaking(['request-id-unique'], {
    'answers-at-once-share-a-request-id: a response has the request id of a concurrent one': editWhileOthers(
      onOperations,
      (answer, _, neighbour) => put(answer, idOf(neighbour.answer)),
    ),
  }),
  breaking(['error-param-names-field', 'error-param-path', 'error-texts-filled'], {
    'refusals-at-once-share-their-param: a refusal names the parameter of a concurrent one': editWhileOthers(
      onStatus(400, 404),
      (answer, _, neighbour) => {
        const [own, other] = [answer, neighbour.answer].map(({ body }) => JSON.parse(body as string))
        if (own.error.param === null || other.error.param === null || own.error.param === other.error.param)
          return undefined
        own.error.param = other.error.param
        const { size: _size, ...rest } = answer
        return { ...rest, body: JSON.stringify(own) }
      },
    ),
  }),
  breaking(['stream-one-id', 'completion-id-unique'], {
    'streams-at-once-mix-their-chunks: the second half of a stream has the id of a concurrent one': editWhileOthers(
      onStream,
      (answer, _, neighbour) => {
        const [own, other] = [answer.body, neighbour.answer.body]
        if (typeof own !== 'string' || typeof other !== 'string') return undefined
        const { size: _size, ...rest } = answer
        const half = own.indexOf('\n\n', own.length / 3)
        const mixed = own.slice(half).replaceAll(firstId(own), firstId(other))
        return { ...rest, body: own.slice(0, half) + mixed }
      },
    ),
  }),
  breaking(
    [
      ...new Set([
        ...VALID,
        ...NO_STREAM,
        'request-defaults' as const,
        'completion-model-echo' as const,
        'completion-id-unique' as const,
      ]),
    ],
    {
      'answers-at-once-swap-their-forms: a completion has the form and the text of a concurrent one': editWhileOthers(
        onCompletions,
        (answer, call, { answer: other, call: neighbour }) => {
          if (neighbour.streams === call.streams || !isWhole(other.body)) return undefined
          const { size: _size, ...rest } = answer
          return { ...rest, headers: put(other, idOf(answer)).headers, body: other.body }
        },
      ),
    },
  ),
  breaking([...NO_LIST, 'list-steady'], {
    'lists-at-once-are-of-one-project: a model list is that of a concurrent request of any project': editWhileOthers(
      onList,
      (answer, { project }, { answer: other, call }) => {
        if (call.project === project || !isWhole(other.body)) return undefined
        const { size: _size, ...rest } = answer
        return { ...rest, body: other.body }
      },
    ),
  }),
  breaking([...UNAUTHENTICATED, 'auth-error-type', 'auth-challenge', 'request-id-unique', 'list-steady'], {
    'keys-at-once-lend-their-project: a caller without a valid key is served as a concurrent caller': (
      behaviour,
      emit,
    ) => {
      const inTransit = new Set<InTransit>()
      return {
        ...counting(behaviour, onKnownKeys, inTransit),
        authenticate(head, accounts, call) {
          const own = behaviour.authenticate(head, accounts, call)
          const lent = 'kind' in own ? [...inTransit].at(-1)?.call.project : undefined
          if (lent) emit()
          return lent ?? own
        },
      }
    },
  }),
]

function firstId(stream: string): string {
  return String(chunkOf(stream.slice(0, stream.indexOf('\n\n') + 2))?.id)
}
