import { Refusal } from '../../../core/errors.ts'
import { type Apply, breaking, type Worded, worded } from '../../deviation.ts'
import { instead, remembering } from '../../edits/instead.ts'
import { all, editJson } from '../../edits/json.ts'
import { editResponse, replaceHeader, typed, withMore } from '../../edits/responses.ts'
import { onReason } from '../../edits/when.ts'
import { NO_COMPLETION } from '../breaks.ts'

const limited = onReason('limited')

/** Sets a Retry-After that is not a whole number of seconds of at least 1 (7.4). */
const retryAfter = (value: string): Worded =>
  worded(`Retry-After of a 429 is "${value}"`, replaceHeader(limited, 'retry-after', value))
const inWords = all(
  replaceHeader(limited, 'retry-after', undefined),
  editJson(limited, ({ error }) => (error.message = 'Rate limit reached. Please try again in 20s.')),
)
const twice = editResponse(limited, (response) => withMore(response, 'retry-after', '0'))
const withTrace = editJson(
  onReason('internal'),
  ({ error }) => (error.stack = 'Error\n    at handler (gateway.js:1:1)'),
)

/** Faults in limits, and in handling failures behind the gateway (4.2, 7.4, 7.5). */
export const faults = () => [
  breaking(['retry-after'], {
    'retry-after-zero': retryAfter('0'),
    'retry-after-negative': retryAfter('-1'),
    'retry-after-fraction': retryAfter('1.5'),
    'retry-after-date': retryAfter('Fri, 01 Jan 2038 00:00:00 GMT'),
    'retry-after-iso-date': retryAfter('2038-01-01T00:00:00Z'),
    'retry-after-empty': retryAfter(''),
    'retry-after-word': retryAfter('soon'),
    'retry-after-unit': retryAfter('60s'),
    'retry-after-exponent': retryAfter('6e1'),
    'retry-after-hexadecimal': retryAfter('0x3c'),
    'retry-after-signed': retryAfter('+60'),
    'retry-after-range': retryAfter('1-60'),
    'retry-after-listed': retryAfter('60, 120'),
    'retry-after-infinite': retryAfter('Infinity'),
    'retry-after-null': retryAfter('null'),
    'retry-after-twice: a 429 has two Retry-After lines': twice,
  }),
  breaking([], {
    'retry-after-in-words-only: only the message of a 429 says how long to wait': [inWords, 'retry-after-computed'],
    'limit-counts-lists: a project over its limit gets 429 for lists, too': [counting, 'models-not-limited'],
    'internal-leaks-a-trace: an internal error carries a stack trace': [withTrace, 'error-closed'],
  }),
  breaking(['unavailable-503', 'gateway-statuses', 'completion-statuses', 'error-body', 'error-media-type'], {
    'unavailable-says-upstream-failed: an unavailable model gives the 502 page of a proxy': proxyPage(502),
    'unavailable-runs-into-a-timeout: an unavailable model gives the 504 page of a proxy': proxyPage(504),
  }),
  breaking(['internal-500', 'models-list', 'list-object', 'list-data', 'completion-json', ...NO_COMPLETION], {
    'internal-as-200: an internal error has the status 200': editResponse(onReason('internal'), { status: 200 }),
  }),
]

const counting = remembering(() => {
  const used = new Set<string>()
  const refused = new Refusal('limited', 'A fault of this mock counts model lists.', { headers: ['retry-after', '1'] })
  return all(
    instead('takeQuota', (plain, project) => {
      if (plain() !== undefined) used.add(project.name)
      return plain()
    }),
    instead('refuseDisabled', (plain, project, operation) =>
      operation === 'models' && used.has(project.name) ? refused : plain(),
    ),
  )
})

function proxyPage(status: number): Apply {
  const page = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>proxy</center>\r\n</body>\r\n</html>\r\n`
  return editResponse(onReason('unavailable'), (response) => ({ ...typed(response, 'text/html'), status, body: page }))
}
