import { Refusal } from '../../../core/errors.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { all, editAnswer, editJson, replaceHeader, typed } from '../../edits/json.ts'
import { onReason } from '../../edits/when.ts'
import { NO_COMPLETION } from '../breaks.ts'

const limited = onReason('limited')

/** Sets a Retry-After that is not a whole number of seconds from 1 (7.4). */
const retryAfter = (value: string): Apply => replaceHeader(limited, 'retry-after', value)

/** Faults of limits, and of failures behind the gateway (4.2, 7.4, 7.5). */
export const faults = () => [
  breaking(['retry-after'], {
    'retry-after-zero: Retry-After of a 429 is "0"': retryAfter('0'),
    'retry-after-negative: Retry-After of a 429 is "-1"': retryAfter('-1'),
    'retry-after-fraction: Retry-After of a 429 is "1.5"': retryAfter('1.5'),
    'retry-after-date: Retry-After of a 429 is "Fri, 01 Jan 2038 00:00:00 GMT"': retryAfter(
      'Fri, 01 Jan 2038 00:00:00 GMT',
    ),
    'retry-after-iso-date: Retry-After of a 429 is "2038-01-01T00:00:00Z"': retryAfter('2038-01-01T00:00:00Z'),
    'retry-after-empty: Retry-After of a 429 is ""': retryAfter(''),
    'retry-after-word: Retry-After of a 429 is "soon"': retryAfter('soon'),
    'retry-after-unit: Retry-After of a 429 is "60s"': retryAfter('60s'),
    'retry-after-exponent: Retry-After of a 429 is "6e1"': retryAfter('6e1'),
    'retry-after-hexadecimal: Retry-After of a 429 is "0x3c"': retryAfter('0x3c'),
    'retry-after-signed: Retry-After of a 429 is "+60"': retryAfter('+60'),
    'retry-after-range: Retry-After of a 429 is "1-60"': retryAfter('1-60'),
    'retry-after-listed: Retry-After of a 429 is "60, 120"': retryAfter('60, 120'),
    'retry-after-infinite: Retry-After of a 429 is "Infinity"': retryAfter('Infinity'),
    'retry-after-null: Retry-After of a 429 is "null"': retryAfter('null'),
    'retry-after-twice: a 429 has two Retry-After lines': editAnswer(limited, (answer) => ({
      ...answer,
      headers: [...answer.headers, 'retry-after', '0'],
    })),
  }),
  breaking(['retry-after-computed'], {
    'retry-after-in-words-only: a 429 says in its message how long to wait, and has no Retry-After': all(
      replaceHeader(limited, 'retry-after', undefined),
      editJson(limited, ({ error }) => (error.message = 'Rate limit reached. Please try again in 20s.')),
    ),
  }),
  breaking(['models-not-limited'], remembering, {
    'limit-counts-lists: the model list answers 429 once the project has used up its completions': () => {
      const used = new Set<string>()
      const noticing: Apply = (behaviour) => ({
        ...behaviour,
        takeQuota(project, call) {
          const wait = behaviour.takeQuota(project, call)
          if (wait !== undefined) used.add(project.name)
          return wait
        },
      })
      const counting = instead('refuseDisabled', (plain, project, operation) =>
        operation === 'models' && used.has(project.name)
          ? new Refusal('limited', 'A fault of this mock counts model lists.', { headers: ['retry-after', '1'] })
          : plain(),
      )
      return all(noticing, counting)
    },
  }),
  breaking(['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'], {
    'unavailable-says-upstream-failed: an unavailable model gives the 502 page of a proxy': proxyPage(502),
    'unavailable-runs-into-a-timeout: an unavailable model gives the 504 page of a proxy': proxyPage(504),
  }),
  breaking(['internal-500', 'models-list', 'list-object', 'list-data', 'completion-json', ...NO_COMPLETION], {
    'internal-as-200: an internal error has the status 200': editAnswer(onReason('internal'), { status: 200 }),
  }),
  breaking(['error-closed'], {
    'internal-leaks-a-trace: an internal error carries a stack trace': editJson(
      onReason('internal'),
      (document) => (document.error.stack = 'Error\n    at handler (gateway.js:1:1)'),
    ),
  }),
]

function proxyPage(status: number): Apply {
  const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`
  return editAnswer(onReason('unavailable'), (answer) => ({ ...typed(answer, 'text/html'), status, body: page }))
}
