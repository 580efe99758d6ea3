/** A recorded request as a curl line that anyone with the key can run. */
import { kept, lazy } from './compact.ts'
import type { Header, SentRequest } from './exchange.ts'
import { formNames, type KeyForm, keyRoles, keyVariable, recorded } from './key-forms.ts'
import { type Change, readChanged, TENTHS } from './key-parts.ts'
import { quoted, type ShellBody, shellBody, shellHeader } from './shell.ts'

/** How the request was sent. */
export interface CurlWay {
  readonly http2?: boolean | undefined
  /** Headers that were sent with every request, each with the variable that represents its value. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The server name for TLS, if it differs from the host. */
  readonly server_name?: string | null
  /** Arguments for certificates, a proxy or a socket, in shell syntax. */
  readonly curl?: string
  /** By role, the shell variables that hold the keys, if their names are not the usual ones. */
  readonly variables?: Readonly<Partial<Record<string, string>>>
  /** A request to send first, over the same connection. */
  readonly before?: SentRequest
}

/** The curl line of a request, with shell variables instead of keys. */
export function curlOf(baseUrl: string, request: SentRequest, way: CurlWay = {}): string {
  const { before, variables = {} } = way
  const own = commandOf(baseUrl, request, way)
  const first = before && commandOf(baseUrl, before, way, own.input === undefined ? '@-' : '@/dev/fd/3')
  const line = withInput(own.input, `curl ${first ? `${first.arguments} --next ` : ''}${own.arguments}`)
  // If both bodies come from commands, the first one needs another file descriptor.
  const isSplit = first?.input !== undefined && own.input !== undefined
  return withVariables(withInput(first?.input, isSplit ? `{ ${line}; } 3<&0` : line), variables)
}

const withInput = (input: string | undefined, line: string): string =>
  input === undefined ? line : `${input} | ${line}`

/** A request as arguments of curl, and the command whose output is its body, if there is one. */
interface Command {
  readonly input: string | undefined
  readonly arguments: string
}

/** @param input the file from which curl reads a body that a command prints */
function commandOf(baseUrl: string, request: SentRequest, way: CurlWay, input = '@-'): Command {
  const { http2 = false, headers = {}, server_name: serverName, curl: options = '' } = way
  const { base, reach } = addressed(baseUrl, serverName)
  const url = `${base}${request.path}`
  const body = request.body === undefined ? undefined : bodyOf(request.body)
  const parts = [
    `-sS -i${request.stream ? ' -N' : ''}`,
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\./.test(request.path) ? ['--path-as-is'] : []),
    ...versionArgument(baseUrl, http2, request.version),
    ...(options === '' ? [] : [options]),
    ...reach,
    ...methodArgument(request),
    holdsKey(url) ? `"${inDoubleQuotes(url)}"` : quoted(url),
    ...request.headers.map(headerArgument),
    ...Object.entries(headers).map(([name, variable]) => `-H "${name}: ${variable}"`),
    ...unwanted(request),
    ...(request.framing === 'chunked' && !http2 ? ["-H 'transfer-encoding: chunked'"] : []),
    ...(body ? [body.command === undefined ? body.argument : body.argument.replace('@-', input)] : []),
  ]
  return { input: body?.command, arguments: parts.join(' ') }
}

/** The base URL for curl, and options that lead curl to the right host: for TLS, curl uses the host name of the URL. */
function addressed(baseUrl: string, serverName: string | null | undefined): { base: string; reach: readonly string[] } {
  const url = new URL(baseUrl)
  if (!serverName || serverName === url.hostname) return { base: baseUrl, reach: [] }
  const port = url.port === '' ? '443' : url.port
  const path = url.pathname.replace(/\/+$/, '')
  return {
    base: `https://${serverName}${url.port === '' ? '' : `:${url.port}`}${path}`,
    reach: [
      `--connect-to ${quoted(`${serverName}:${port}:${url.hostname}:${port}`)}`,
      `-H ${quoted(`host: ${url.host}`)}`,
    ],
  }
}

/** A line with the operator's own variables instead of the usual ones. */
function withVariables(line: string, variables: NonNullable<CurlWay['variables']>): string {
  return line.replaceAll(/(\$\{?)SVC_CONFORMANCE_KEY(?:_([A-Z]+)\b)?/g, (usual, start: string, role = 'valid') => {
    const own = variables[role.toLowerCase()]
    return own === undefined ? usual : `${start}${own}`
  })
}

const holdsKey = (text: string): boolean => text.includes('$SVC_CONFORMANCE_KEY')

/**
 * The body as an argument of curl, or as the output of a command. A variable replaces a presented key. Results are
 * cached: long bodies take long to write, and many requirements can refer to the same exchange.
 */
const bodyOf = kept((body: Uint8Array): ShellBody => {
  const text = body.length < MAX_LENGTH_WITH_KEY ? Buffer.from(body).toString() : ''
  return holdsKey(text) ? { argument: `--data-binary "${inDoubleQuotes(text)}"` } : shellBody(body)
})

/** Longer bodies never present a key. */
const MAX_LENGTH_WITH_KEY = 4096

/** A text to put in double quotes, in which the shell expands only `$SVC_…`. */
function inDoubleQuotes(text: string): string {
  return text.replaceAll(/["\\`]|\$(?!SVC_CONFORMANCE_KEY)/g, (match) => `\\${match}`)
}

function headerArgument([name, value]: Header): string {
  const credential = shellCredential(name, value)
  if (credential === '' || value === '') return `-H ${quoted(`${name};`)}`
  // A wrong key that contains no part of the right key is written literally, byte for byte.
  const isLiteral = credential === undefined || (credential === inDoubleQuotes(value) && !holdsKey(value))
  return isLiteral ? `-H ${shellHeader(`${name}: ${value}`)}` : `-H "${name}: ${credential}"`
}

/** Options that remove headers which curl adds by itself and the request did not have. */
function unwanted({ headers, body }: SentRequest): string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  // Above this size, curl sends Expect: 100-continue.
  const isLarge = body !== undefined && body.length > 1024 * 1024
  const added = [
    'user-agent',
    'accept',
    ...(body === undefined ? [] : ['content-type']),
    ...(isLarge ? ['expect'] : []),
  ]
  return added.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
}

function methodArgument({ method, body }: SentRequest): string[] {
  if (method === 'HEAD') return ['--head']
  if (method === (body === undefined ? 'GET' : 'POST')) return []
  return [`-X ${quoted(method)}`]
}

/** The curl option for the HTTP version of a request; nothing if it is the default. */
function versionArgument(baseUrl: string, http2: boolean, version: SentRequest['version']): string[] {
  if (version) return [`--http${version}`]
  const isTls = baseUrl.startsWith('https:')
  if (http2) return [isTls ? '--http2' : '--http2-prior-knowledge']
  return isTls ? ['--http1.1'] : []
}

/** The key, as a shell expression; `V` is replaced by the name of the variable that holds it. */
const KEY = '$V'
const REST = `\${V#svc_}`
const ID = 'printf %s "$V" | cut -d_ -f2'
const SECRET = 'printf %s "$V" | cut -d_ -f3-'
/** Does the same to each character as `other` in key-parts. */
const OTHER = "tr 0-9A-Za-z_- '[7*7]3[7*2][Q*16]T[Q*9][q*16]t[q*11]'"
const REVERSE = `awk '{ for (p = length($0); p > 0; p--) printf "%s", substr($0, p, 1) }'`

/**
 * The presentations of a key in key-forms, as shell expressions: a curl line shows how a key was mutated, without the
 * key itself. Each belongs in double quotes. Forms that do not depend on the key, or go into the URL, need none.
 */
const shells = {
  bearer: `Bearer ${KEY}`,
  'lower-case-scheme': `bearer ${KEY}`,
  'upper-case-scheme': `BEARER ${KEY}`,
  'empty-header': '',
  'no-token': 'Bearer ',
  'no-prefix': `Bearer ${REST}`,
  'sk-before': `Bearer sk-${KEY}`,
  'no-secret': `Bearer svc_$(${ID})`,
  'empty-secret': `Bearer svc_$(${ID})_`,
  'empty-id': `Bearer svc__$(${SECRET})`,
  'secret-alone': `Bearer $(${SECRET})`,
  'upper-case-prefix': `Bearer SVC_${REST}`,
  'unknown-id': `Bearer svc_$(${ID} | ${OTHER})_$(${SECRET})`,
  'secret-last-changed': `Bearer \${V%?}$(printf %s "$V" | tail -c 1 | ${OTHER})`,
  'secret-first-changed': `Bearer svc_$(${ID})_$(${SECRET} | cut -c1 | ${OTHER})$(${SECRET} | cut -c2-)`,
  'secret-cut': `Bearer \${V%?}`,
  'secret-longer': `Bearer \${V}x`,
  'part-after': `Bearer \${V}_x`,
  'secret-much-longer': `Bearer ${KEY}$(head -c 2000 /dev/zero | tr '\\0' x)`,
  'secret-percent': `Bearer svc_$(${ID})_%`,
  'secret-asterisk': `Bearer svc_$(${ID})_*`,
  'secret-underscores': `Bearer svc_$(${ID})_$(${SECRET} | sed 's/./_/g')`,
  'secret-replaced': `Bearer svc_$(${ID})_$(${SECRET} | ${OTHER})`,
  'secret-other-case': `Bearer svc_$(${ID})_$(${SECRET} | tr A-Za-z a-zA-Z)`,
  'secret-reversed': `Bearer svc_$(${ID})_$(${SECRET} | ${REVERSE})`,
  'secret-of-valid': `Bearer svc_$(${ID})_$(printf %s "$${keyVariable('valid')}" | cut -d_ -f3-)`,
  'secret-of-second': `Bearer svc_$(${ID})_$(printf %s "$${keyVariable('second')}" | cut -d_ -f3-)`,
  basic: `Basic $(printf %s: "$V" | base64 | tr -d '\\n')`,
  'basic-password': `Basic $(printf %s ":$V" | base64 | tr -d '\\n')`,
  'token-in-base64': `Bearer $(printf %s "$V" | base64 | tr -d '\\n')`,
  hyphens: `Bearer $(printf %s "$V" | tr _ -)`,
  'blank-inside': `Bearer svc_$(${ID})_ $(${SECRET})`,
  'beyond-ascii': `Bearer $(printf '\\357\\275\\223')\${V#?}`,
  'secret-beyond-ascii': `Bearer ${KEY}$(printf '\\303\\251')`,
  'byte-inside': `Bearer \${V%?}$(printf '\\377')$(printf %s "$V" | tail -c 1)`,
  'percent-encoded': `Bearer $(printf %s "$V" | sed 's/_/%5F/g')`,
} satisfies Partial<Record<KeyForm, string>> as Partial<Record<KeyForm, string>>

/** The result of each change to the character `c`, in awk. */
const CHANGED: Readonly<Record<Change, string>> = {
  'left-out': '""',
  doubled: 'c c',
  changed: 'other(c)',
  'other-case': 'swapped(c)',
  preceded: '"x" c',
}

/** The awk command that changes its input as `changedKey` in key-parts does. */
function changing(change: Change, tenth: number): string {
  const other =
    'function other(c) { if (c ~ /[0-9]/) return c == "7" ? "3" : "7"; if (c ~ /[A-Z]/) return c == "Q" ? "T" : "Q"; return c == "q" ? "t" : "q" }'
  const swapped =
    'function swapped(c) { if (toupper(c) != c) return toupper(c); return tolower(c) != c ? tolower(c) : other(c) }'
  const place = `p = int(length($0) * ${tenth} / ${TENTHS}) + 1; c = substr($0, p, 1)`
  return `awk '${other} ${swapped} { ${place}; print substr($0, 1, p - 1) ${CHANGED[change]} substr($0, p + 1) }'`
}

/** How a shell presents a key; undefined if the form needs no expression. */
function shellOf(form: KeyForm): string | undefined {
  const changed = readChanged(form)
  if (!changed) return shells[form]
  const { part, change, tenth } = changed
  const edit = changing(change, tenth)
  if (part === 'id') return `Bearer svc_$(${ID} | ${edit})_$(${SECRET})`
  if (part === 'secret') return `Bearer svc_$(${ID})_$(${SECRET} | ${edit})`
  return `Bearer $(printf 'svc_\\n' | ${edit})${REST}`
}

/** Presentations by the name and recorded value of their header. Few runs need this table. */
const shellsByRecord = lazy(() => {
  const table = new Map<string, string>()
  for (const role of keyRoles)
    for (const form of formNames) {
      const shell = shellOf(form)
      for (const [name, value] of recorded({ role, form }).headers ?? [])
        table.set(recordOf(name, value), shell === undefined ? inDoubleQuotes(value) : named(shell, keyVariable(role)))
    }
  return table
})

/** `V` is renamed to the variable of a role. */
function named(shell: string, variable: string): string {
  return shell.replaceAll(/\$(\{?)V(?![A-Za-z0-9_])/g, (_match, brace: string) => `$${brace}${variable}`)
}

/** The key of that table. Names of headers are not case-sensitive, and requests spell them differently. */
const recordOf = (name: string, value: string): string => `${name.toLowerCase()}: ${value}`

/** The shell expression, for inside double quotes, of a recorded header that presents a key. */
const shellCredential = (name: string, value: string): string | undefined => shellsByRecord().get(recordOf(name, value))
