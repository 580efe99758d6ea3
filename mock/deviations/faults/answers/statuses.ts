import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editAnswer, withHeader } from '../../edits/json.ts'
import { onCompletion, onList, onStream, type When } from '../../edits/when.ts'
import { NO_LIST, NO_STREAM } from '../breaks.ts'

/** Right answers with a status other than 200 (4.1, 4.2, 7.3). */
export const statusFaults = (): readonly Fault[] => [
  fault(
    'list-is-redirected',
    ['models-statuses', 'auth-disabled-models', ...NO_LIST],
    'the answer is 302 with a Location',
    redirected(onList, 302),
  ),
  fault(
    'list-is-redirected-for-good',
    ['models-statuses', 'auth-disabled-models', ...NO_LIST],
    'the answer is 308 with a Location',
    redirected(onList, 308),
  ),
  fault(
    'stream-is-redirected',
    ['completion-statuses', ...NO_STREAM],
    'the answer is 307 with a Location',
    redirected(onStream, 307),
  ),
  fault(
    'list-as-201',
    ['models-statuses', 'auth-disabled-models', ...NO_LIST],
    'the model list comes with 201',
    withStatus(onList, 201),
  ),
  fault(
    'empty-list-as-204',
    ['models-statuses', 'list-empty', 'models-list', 'models-media-type', 'list-object'],
    'a project without models gets 204',
    editAnswer(
      (answer, call) => onList(answer, call) && call.project?.models.size === 0,
      (answer) => ({
        ...answer,
        status: 204,
        body: '',
        headers: withHeader(answer.headers, 'content-type', undefined),
      }),
    ),
  ),
  fault('stream-as-201', ['completion-statuses', ...NO_STREAM], 'streams come with 201', withStatus(onStream, 201)),
  fault(
    'stop-array-as-202',
    ['completion-statuses', 'completion-json', 'request-stop'],
    'a completion with a stop array comes with 202',
    withStatus((answer, call) => onCompletion(answer, call) && Array.isArray(call.body?.stop), 202),
  ),
]

function withStatus(when: When, status: number): Apply {
  return editAnswer(when, (answer) => ({ ...answer, status }))
}

function redirected(when: When, status: number): Apply {
  return editAnswer(when, (answer) => ({
    ...answer,
    status,
    headers: withHeader(answer.headers, 'location', '/v1/elsewhere'),
  }))
}
