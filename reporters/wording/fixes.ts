/** The fix for a cause: by the received and expected values, or else the fix of its lead requirement. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'

/** Servers in front of gateways, by the names in their Server headers. */
const PROXY = /^(?:nginx|openresty|apache|varnish|haproxy|caddy|envoy|lighttpd|cloudflare|awselb)/i

/** Matches pages of nginx and its derivatives, of which a report has only the beginning. */
const NGINX_PAGE = /<\/head>(?:\s|\\[rn])*<body[^>]*>(?:\s|\\[rn])*<center><h1>\d{3} /

/** Text in HAProxy's error pages, because HAProxy sends no Server header. */
const HAPROXY_PAGE =
  /<h1>\d{3} [\w ]+<\/h1>(?:\s|\\[rn])*(?:The request entity exceeds the maximum allowed|No server is available to handle this request|The server (?:didn't respond in time|returned an invalid or incomplete response)|You have sent too many requests|Request forbidden by administrative rules|Your browser sent an invalid request)/

/** Fixes for causes that break many requirements, by the received and expected statuses. An `x` is any digit. */
const FIXES = Object.entries({
  '422 instead of 400':
    'Return 400 with the error body where validation fails. Frameworks such as FastAPI return 422 with their own body unless you add a handler for validation errors.',
  '200 instead of 400':
    'Validate each request against section 4.2 before you handle or forward it. Reject unlisted fields, null, wrong types and values out of bounds with 400.',
  '200 instead of 401':
    'Compare the whole key in Authorization with the issued keys first, on both operations. Return 401 for any other key and for a missing key.',
  '406 instead of 200':
    'Return JSON, or the requested stream, whatever the Accept headers say: 406 is not a status of the contract.',
  '40[13] instead of (?:200|400|404|413).*':
    'The key of these requests is valid: the gateway accepts others with it. Check keys in the same way for each request, whatever its body, its connection and the requests before it.',
  '431 instead of .*':
    'The server refuses the head of a request as too large, such as one with long cookies, before the gateway sees it. Allow at least 16 KiB (ReadBufferSize of fasthttp and Fiber), and give this error the error body and a request id.',
  '30x instead of 4xx':
    'Return an error, never a redirect to a login page: API clients do not follow it, or take the page for the response.',
  '5xx instead of 4xx':
    'The gateway fails on such a request instead of rejecting it; its log shows where. Catch the error and return the expected status.',
  '5xx instead of 200':
    'The gateway fails on such a valid request; its log at that time shows where. Send the request below again to see it.',
}).map(([statuses, fix]) => [new RegExp(`^${statuses.replaceAll('x', '\\d')}$`), fix] as const)

const NO_RESPONSE =
  'The connection ends without a response to such requests. Send the one below again, and read what the gateway, its workers and its proxies log then. To respond before the whole body has arrived, deliver the response and read the rest before you close the connection.'

const CONNECTION =
  'The response depends on the request before it on the same connection. Read the whole body of each request, also of a refused one, or close the connection, and keep no key, model or flag of a request for the next one.'

const CHUNKED =
  'Read bodies in chunks too (Transfer-Encoding: chunked), as HTTP/1.1 requires. In Apache with mod_proxy_fcgi, set SetEnv proxy-sendcl 1.'

const CODING =
  'Compress a body once, and only if Accept-Encoding allows it. Content-Encoding names the coding, and Content-Length counts the compressed bytes. If both the gateway and a proxy compress, disable one of them.'

/** The part of a body's description that says that it is not in the coding that its label says. */
const MISLABELLED = /its content-encoding '|it is compressed with/

const TAKEN_OVER = /^the request id is what the caller sent in (?!x-svc-request-id)([\w-]+)/

const NO_COMPLETION = 'Return 200 only with a whole chat completion (section 2.4), and an error with its own status.'

const HIDDEN_ERROR =
  'The response is an error, but its status is 200. Return each error with its own status (section 7), also for streams: validate a request before its stream begins.'

const NO_PREFIX =
  'Serve both operations below /v1 of the base URL. A proxy in front of the gateway may remove the prefix, or add it twice.'

/** @param requirement the lead requirement of the cause */
export const hintOf = (cause: ReportedCause, requirement: ReportedRequirement | undefined): string | undefined =>
  fixForProxy(cause) ??
  (cause.finding.connection === undefined ? undefined : CONNECTION) ??
  fixForStatus(cause) ??
  withDirective(cause, requirement)

/** Adds the configuration for the request id if a known proxy responds. */
function withDirective({ server = '' }: ReportedCause, requirement: ReportedRequirement | undefined) {
  const id = requirement?.id === 'request-id-present' ? directivesOf(server).id : undefined
  return id === undefined ? requirement?.mend : `${requirement?.mend ?? ''} In ${server}: ${id}`.trim()
}

function fixForStatus(cause: ReportedCause): string | undefined {
  const { title, received = '', expected = '', requirements, root, finding } = cause
  if (received === '411') return CHUNKED
  if (expected.startsWith('200') && /only with framing: chunked(?:,|$)/.test(title)) return CHUNKED
  if (MISLABELLED.test(`${title} ${finding.actual}`)) return CODING
  const [, header] = TAKEN_OVER.exec(title) ?? []
  if (header !== undefined)
    return `Make a new id for each request at the gateway. The caller chooses ${header}, so do not use its value.`
  if (received === 'no response' && expected !== '') return NO_RESPONSE
  if (received === '200 with an error') return HIDDEN_ERROR
  // For a single requirement, its own fix is more specific, except where the gateway fails.
  if ((requirements.length === 1 && received !== '500') || (root !== undefined && received === '200')) return undefined
  if (requirements.includes('completion-id') && requirements.includes('completion-choices')) return NO_COMPLETION
  if (received === '404' && requirements.includes('version-path')) return NO_PREFIX
  return FIXES.find(([statuses]) => statuses.test(`${received} instead of ${expected}`))?.[1]
}

/** The proxy that generated an error page, if any. */
function authorOf({ server = '', finding: { actual = '' } }: ReportedCause): string | undefined {
  if (HAPROXY_PAGE.test(actual)) return 'HAProxy'
  const [name] = PROXY.exec(server) ?? []
  const isOwn =
    name !== undefined && (NGINX_PAGE.test(actual) || actual.toLowerCase().includes(`>${name.toLowerCase()}`))
  return isOwn ? name : undefined
}

/** A proxy, with directives for bodies above 1 MiB, for errors as JSON, and for a request id on its own responses. */
interface Directives {
  readonly proxy: RegExp
  readonly size?: string
  readonly errors?: string
  readonly id?: string
}

/** The configuration of each proxy. docs/fixes.md has the blocks for nginx and HAProxy. */
const DIRECTIVES: readonly Directives[] = [
  {
    proxy: /nginx|openresty/i,
    size: 'client_max_body_size 0;',
    errors: 'error_page 413 @too_large;',
    // With only `add_header`, responses of the gateway would have two ids.
    id: 'proxy_hide_header x-svc-request-id; add_header x-svc-request-id $svc_request_id always; and the map of docs/fixes.md',
  },
  {
    proxy: /haproxy/i,
    errors: 'http-error status 503 content-type "application/json" string …',
    id: 'unique-id-format %[uuid] and http-after-response set-header x-svc-request-id %[unique-id] unless { res.hdr(x-svc-request-id) -m found }',
  },
  {
    proxy: /apache/i,
    size: 'LimitRequestBody 0',
    errors: 'ProxyErrorOverride Off',
    id: 'Header always setifempty x-svc-request-id "%{UNIQUE_ID}e"',
  },
  {
    proxy: /caddy/i,
    size: 'request_body { max_size 2MB }',
    errors: 'handle_errors',
    id: 'header ?x-svc-request-id {http.request.uuid}',
  },
  { proxy: /envoy/i, errors: 'local_reply_config with json_format' },
  { proxy: /lighttpd/i, size: 'server.max-request-size = 2048' },
]

const directivesOf = (name: string): Partial<Directives> => DIRECTIVES.find(({ proxy }) => proxy.test(name)) ?? {}

function fixForProxy(cause: ReportedCause): string | undefined {
  const { status, expected } = cause
  const name = authorOf(cause)
  if (name === undefined || (expected !== 'an error body' && status !== 413)) return undefined
  const { size, errors, id } = directivesOf(name)
  const forwarded =
    status === 413
      ? `bodies above 1 MiB${size === undefined ? '' : ` (${size})`}, so that the gateway rejects them`
      : 'such requests'
  const lines = [errors, id].filter((line) => line !== undefined)
  const own = lines.length === 0 ? '' : ` (${lines.join(' and ')})`
  return `This page is from ${name}, not from the gateway behind it. Let ${name} forward ${forwarded}, or give its errors the error body and a request id${own}.`
}
