import { Refusal } from '../../../core/errors.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { editAnswer, editJson, replaceHeader, withHeader } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'

const limited = onReason('limited')

/** Values of Retry-After that are no whole number of seconds from 1 (7.4). */
const WAITS: [name: string, value: string][] = [
  ['zero', '0'],
  ['negative', '-1'],
  ['fraction', '1.5'],
  ['date', 'Fri, 01 Jan 2038 00:00:00 GMT'],
  ['iso-date', '2038-01-01T00:00:00Z'],
  ['empty', ''],
  ['word', 'soon'],
  ['unit', '60s'],
  ['exponent', '6e1'],
  ['hexadecimal', '0x3c'],
  ['signed', '+60'],
  ['range', '1-60'],
  ['listed', '60, 120'],
  ['infinite', 'Infinity'],
  ['null', 'null'],
]

/** What can be wrong with limits, and with failures behind the gateway (4.2, 7.4, 7.5). */
export const limitFaults = (): readonly Fault[] => [
  ...WAITS.map(
    ([name, value]): Fault => ({
      name: `retry-after-${name}`,
      breaks: ['retry-after'],
      shows: `Retry-After of a 429 is "${value}"`,
      apply: replaceHeader(limited, 'retry-after', value),
    }),
  ),
  {
    name: 'retry-after-twice',
    breaks: ['retry-after'],
    shows: 'a 429 has two Retry-After lines',
    apply: editAnswer(limited, (answer) => ({ ...answer, headers: [...answer.headers, 'retry-after', '0'] })),
  },
  {
    name: 'limit-counts-lists',
    breaks: ['models-not-limited', 'models-statuses', 'models-list'],
    shows: 'the model list answers 429 once the project has used up its completions',
    apply: (behaviour, emit) => {
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
  },
  {
    name: 'unavailable-answers-anyway',
    breaks: ['unavailable-503'],
    shows: 'an unavailable model answers 200 with an excuse',
    apply: (behaviour, emit) => ({
      ...behaviour,
      findModel(id, project, accounts, call) {
        const model = behaviour.findModel(id, project, accounts, call)
        if (model instanceof Refusal || model.available) return model
        emit()
        return { ...model, available: true, reply: 'The model is overloaded at the moment.' }
      },
    }),
  },
  {
    name: 'unavailable-says-upstream-failed',
    breaks: ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'],
    shows: 'an unavailable model gives the 502 page of a proxy',
    apply: proxyPage('unavailable', 502),
  },
  {
    name: 'unavailable-runs-into-a-timeout',
    breaks: ['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'],
    shows: 'an unavailable model gives the 504 page of a proxy',
    apply: proxyPage('unavailable', 504),
  },
  {
    name: 'internal-as-200',
    breaks: [
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
    shows: 'an internal error is told with the status 200',
    apply: editAnswer(onReason('internal'), (answer) => ({ ...answer, status: 200 })),
  },
  {
    name: 'internal-leaks-a-trace',
    breaks: ['error-closed'],
    shows: 'an internal error carries a stack trace',
    apply: editJson(
      onReason('internal'),
      (document) => (document.error.stack = 'Error\n    at handler (gateway.js:1:1)'),
    ),
  },
]

function proxyPage(kind: string, status: number): Apply {
  return editAnswer(onReason(kind), (answer) => ({
    ...answer,
    status,
    body: `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`,
    headers: withHeader(answer.headers, 'content-type', 'text/html'),
  }))
}
