import { Refusal } from '../../../core/errors.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editAnswer, editJson, replaceHeader, withHeader } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'

const limited = onReason('limited')

/** Sets a Retry-After that is not a whole number of seconds from 1 (7.4). */
const retryAfter = (value: string): Apply => replaceHeader(limited, 'retry-after', value)

/** What can be wrong with limits, and with failures behind the gateway (4.2, 7.4, 7.5). */
export const limitFaults = (): readonly Fault[] => [
  fault('retry-after-zero', ['retry-after'], 'Retry-After of a 429 is "0"', retryAfter('0')),
  fault('retry-after-negative', ['retry-after'], 'Retry-After of a 429 is "-1"', retryAfter('-1')),
  fault('retry-after-fraction', ['retry-after'], 'Retry-After of a 429 is "1.5"', retryAfter('1.5')),
  fault(
    'retry-after-date',
    ['retry-after'],
    'Retry-After of a 429 is "Fri, 01 Jan 2038 00:00:00 GMT"',
    retryAfter('Fri, 01 Jan 2038 00:00:00 GMT'),
  ),
  fault(
    'retry-after-iso-date',
    ['retry-after'],
    'Retry-After of a 429 is "2038-01-01T00:00:00Z"',
    retryAfter('2038-01-01T00:00:00Z'),
  ),
  fault('retry-after-empty', ['retry-after'], 'Retry-After of a 429 is ""', retryAfter('')),
  fault('retry-after-word', ['retry-after'], 'Retry-After of a 429 is "soon"', retryAfter('soon')),
  fault('retry-after-unit', ['retry-after'], 'Retry-After of a 429 is "60s"', retryAfter('60s')),
  fault('retry-after-exponent', ['retry-after'], 'Retry-After of a 429 is "6e1"', retryAfter('6e1')),
  fault('retry-after-hexadecimal', ['retry-after'], 'Retry-After of a 429 is "0x3c"', retryAfter('0x3c')),
  fault('retry-after-signed', ['retry-after'], 'Retry-After of a 429 is "+60"', retryAfter('+60')),
  fault('retry-after-range', ['retry-after'], 'Retry-After of a 429 is "1-60"', retryAfter('1-60')),
  fault('retry-after-listed', ['retry-after'], 'Retry-After of a 429 is "60, 120"', retryAfter('60, 120')),
  fault('retry-after-infinite', ['retry-after'], 'Retry-After of a 429 is "Infinity"', retryAfter('Infinity')),
  fault('retry-after-null', ['retry-after'], 'Retry-After of a 429 is "null"', retryAfter('null')),
  fault(
    'retry-after-twice',
    ['retry-after'],
    'a 429 has two Retry-After lines',
    editAnswer(limited, (answer) => ({ ...answer, headers: [...answer.headers, 'retry-after', '0'] })),
  ),
  fault(
    'limit-counts-lists',
    ['models-not-limited', 'models-statuses', 'models-list'],
    'the model list answers 429 once the project has used up its completions',
    (behaviour, emit) => {
      const used = new Set<string>()
      return {
        ...behaviour,
        takeQuota(project, call) {
          const wait = behaviour.takeQuota(project, call)
          if (wait !== undefined) used.add(project.name)
          return wait
        },
        refuseDisabled(project, operation, call) {
          if (operation === 'completion' || !used.has(project.name))
            return behaviour.refuseDisabled(project, operation, call)
          emit()
          return new Refusal('limited', 'A fault of this mock counts model lists.', { headers: ['retry-after', '1'] })
        },
      }
    },
  ),
  fault(
    'unavailable-says-upstream-failed',
    ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'],
    'an unavailable model gives the 502 page of a proxy',
    proxyPage('unavailable', 502),
  ),
  fault(
    'unavailable-runs-into-a-timeout',
    ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'],
    'an unavailable model gives the 504 page of a proxy',
    proxyPage('unavailable', 504),
  ),
  fault(
    'internal-as-200',
    [
      'internal-500',
      'completion-json',
      'models-list',
      'completion-id',
      'completion-object',
      'completion-created',
      'completion-model',
      'completion-choices',
      'list-object',
      'list-data',
    ],
    'an internal error is told with the status 200',
    editAnswer(onReason('internal'), (answer) => ({ ...answer, status: 200 })),
  ),
  fault(
    'internal-leaks-a-trace',
    ['error-closed'],
    'an internal error carries a stack trace',
    editJson(onReason('internal'), (document) => (document.error.stack = 'Error\n    at handler (gateway.js:1:1)')),
  ),
]

function proxyPage(kind: string, status: number): Apply {
  return editAnswer(onReason(kind), (answer) => ({
    ...answer,
    status,
    body: `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`,
    headers: withHeader(answer.headers, 'content-type', 'text/html'),
  }))
}
