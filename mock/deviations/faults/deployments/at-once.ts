import { isBytes } from '../../../core/http.ts'
import { breaking } from '../../deviation.ts'
import { chunkOf } from '../../edits/events.ts'
import { counting, type Edit, editWhileOthers, type InTransit } from '../../edits/in-transit.ts'
import { remembering } from '../../edits/instead.ts'
import { all } from '../../edits/json.ts'
import { idOf, put, withBody } from '../../edits/responses.ts'
import { serveRefused } from '../../edits/serve-refused.ts'
import { onCompletions, onList, onOperations, onStatus, onStream, type When } from '../../edits/when.ts'
import { NO_LIST, NO_STREAM, UNAUTHENTICATED, VALID } from '../breaks.ts'

const onKnownKeys: When = (_, { project }) => project?.disabled === 'no'
const SWAPPED = ['request-defaults', 'completion-model-echo', 'completion-id-unique'] as const
const firstId = (stream: string): string => String(chunkOf(stream.slice(0, stream.indexOf('\n\n') + 2))?.id)

const withItsId: Edit = ({ response, other }) => put(response, idOf(other))
const withItsParam: Edit = ({ response, other }) => {
  const [own, its] = [response, other].map(({ body }) => JSON.parse(body as string))
  if (own.error.param === null || its.error.param === null || own.error.param === its.error.param) return undefined
  own.error.param = its.error.param
  return withBody(response, JSON.stringify(own))
}
const withItsChunks: Edit = ({ response, other }) => {
  if (typeof response.body !== 'string' || typeof other.body !== 'string') return undefined
  const half = response.body.indexOf('\n\n', response.body.length / 3)
  const end = response.body.slice(half).replaceAll(firstId(response.body), firstId(other.body))
  return withBody(response, response.body.slice(0, half) + end)
}
const withItsForm: Edit = ({ response, call, other, neighbour }) => {
  if (neighbour.streams === call.streams || !isBytes(other.body)) return undefined
  return { ...withBody(response, other.body), headers: put(other, idOf(response)).headers }
}
const withItsList: Edit = ({ response, call, other, neighbour }) =>
  neighbour.project === call.project || !isBytes(other.body) ? undefined : withBody(response, other.body)

/** Interference of concurrent requests: a response contains something of another response in transit. */
export const faults = () => [
  breaking(['request-id-unique'], editWhileOthers(onOperations), {
    'answers-at-once-share-a-request-id: a response has the request id of a concurrent one': withItsId,
  }),
  breaking(['error-param-names-field', 'error-param-path', 'error-texts-filled'], editWhileOthers(onStatus(400, 404)), {
    'refusals-at-once-share-their-param: a refusal names the parameter of a concurrent one': withItsParam,
  }),
  breaking(['stream-one-id', 'completion-id-unique'], editWhileOthers(onStream), {
    'streams-at-once-mix-their-chunks: the second half of a stream has the id of a concurrent one': withItsChunks,
  }),
  breaking([...SWAPPED, ...VALID, ...NO_STREAM], editWhileOthers(onCompletions), {
    'answers-at-once-swap-their-forms: a completion has the form and the text of a concurrent one': withItsForm,
  }),
  breaking([...NO_LIST, 'list-steady'], editWhileOthers(onList), {
    'lists-at-once-are-of-one-project: a model list is that of a concurrent request of any project': withItsList,
  }),
  breaking([...UNAUTHENTICATED, 'auth-error-type', 'auth-challenge', 'request-id-unique', 'list-steady'], {
    'keys-at-once-lend-their-project: a caller without a valid key is served as a concurrent one': withItsProject,
  }),
]

const withItsProject = remembering(() => {
  const inTransit = new Set<InTransit>()
  return all(
    counting(onKnownKeys, inTransit),
    serveRefused(() => [...inTransit].at(-1)?.call.project),
  )
})
