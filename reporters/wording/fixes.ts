/** What a gateway has to change so that a cause is gone: by what came in place of what, or else by its first requirement. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'

/** Servers that stand before gateways, by the name that they give themselves. */
const PROXY = /^(?:nginx|openresty|apache|varnish|haproxy|caddy|envoy|lighttpd|cloudflare|awselb)/i

/** Fixes for causes that break many requirements: the status received, the status expected, the text. */
const FIXES: readonly (readonly [received: RegExp, due: RegExp, mend: string])[] = [
  [
    /^422$/,
    /^400$/,
    'Answer 400 where validation fails, with the error body: frameworks such as FastAPI answer 422 with a body of their own until a handler for these errors says otherwise.',
  ],
  [
    /^200$/,
    /^400$/,
    'Check each request against section 4.2 before it is answered or passed on, and refuse it with 400: unlisted fields, null, other types, values out of bounds.',
  ],
  [
    /^200$/,
    /^401$/,
    'Compare the whole key in Authorization with those that you know, on both operations and before anything else, and answer 401 to every other one and to none.',
  ],
  [
    /^406$/,
    /^200$/,
    'Answer with JSON, or with the stream where one was asked for, whatever Accept says: 406 is no status of the contract.',
  ],
  [
    /^30\d$/,
    /^4\d\d$/,
    'Answer here, never with a redirect to a login page: clients of an API do not follow it, or take the page for the answer.',
  ],
  [
    /^5\d\d$/,
    /^4\d\d$/,
    'The gateway fails on a request that it has to refuse; its log says where. Catch the error and send the expected status.',
  ],
]

/** @param requirement its first one */
export function hintOf(cause: ReportedCause, requirement: ReportedRequirement | undefined): string | undefined {
  return fixForProxy(cause) ?? fixForStatus(cause) ?? requirement?.mend
}

function fixForStatus({ received = '', expected = '', requirements }: ReportedCause): string | undefined {
  // What is said of one requirement says more.
  if (requirements.length === 1) return undefined
  return FIXES.find(([came, due]) => came.test(received) && due.test(expected))?.[2]
}

/** An error page that names its server is that server's own. */
function fixForProxy({ server = '', status, expected, finding }: ReportedCause): string | undefined {
  const [name = ''] = PROXY.exec(server) ?? []
  const isOwn = name !== '' && (finding.actual ?? '').toLowerCase().includes(`>${name.toLowerCase()}`)
  if (!isOwn || (expected !== 'an error body' && status !== 413)) return undefined
  const change =
    status === 413
      ? 'let it pass on bodies above 1 MiB (client_max_body_size 0; in nginx), so that the gateway refuses them'
      : 'let it pass such requests on'
  return `This page is of ${name}, not of the gateway behind it: ${change}, or give its errors the error body and a request id.`
}
