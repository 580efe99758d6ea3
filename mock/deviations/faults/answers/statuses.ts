import { breaking } from '../../deviation.ts'
import { editAnswer, typed, withHeader } from '../../edits/json.ts'
import { both, onCompletion, onList, onStream, type When } from '../../edits/when.ts'
import { NO_LIST, NO_STREAM } from '../breaks.ts'

const onEmptyList = both(onList, (_, { project }) => project?.models.size === 0)
const onStopArray = both(onCompletion, (_, { body }) => Array.isArray(body?.stop))
const redirected = (when: When, status: number) =>
  editAnswer(when, (answer) => ({
    ...answer,
    status,
    headers: withHeader(answer.headers, 'location', '/v1/elsewhere'),
  }))
const empty = editAnswer(onEmptyList, (answer) => ({ ...typed(answer, undefined), status: 204, body: '' }))

/** Right answers with a status other than 200 (4.1, 4.2, 7.3). */
export const faults = () => [
  breaking(['models-statuses', 'auth-disabled-models', ...NO_LIST], {
    'list-is-redirected: the answer is 302 with a Location': redirected(onList, 302),
    'list-is-redirected-for-good: the answer is 308 with a Location': redirected(onList, 308),
    'list-as-201: the model list is sent with 201': editAnswer(onList, { status: 201 }),
  }),
  breaking(['completion-statuses', ...NO_STREAM], {
    'stream-is-redirected: the answer is 307 with a Location': redirected(onStream, 307),
    'stream-as-201: streams are sent with 201': editAnswer(onStream, { status: 201 }),
  }),
  breaking(['models-statuses', 'list-empty', 'models-list', 'models-media-type', 'list-object'], {
    'empty-list-as-204: a project without models gets 204': empty,
  }),
  breaking(['completion-statuses', 'completion-json', 'request-stop'], {
    'stop-array-as-202: a completion with a stop array is sent with 202': editAnswer(onStopArray, { status: 202 }),
  }),
]
