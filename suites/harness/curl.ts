/** A recorded request as a curl line that anyone with the key can run. */
import type { Header, SentRequest } from './exchange.ts'
import { shellBody } from './shell-body.ts'
import { shellCredential } from './shell-credential.ts'
import { quoted } from './shell-word.ts'

/** A text for inside double quotes, in which only `$SVC_…` stands for something. */
function doubleQuoted(text: string): string {
  return `"${text.replaceAll(/["\\`]|\$(?!SVC_CONFORMANCE_KEY)/g, (match) => `\\${match}`)}"`
}

function headerArgument([name, value]: Header): string {
  const credential = shellCredential(name, value)
  if (credential === '' || value === '') return `-H ${quoted(`${name};`)}`
  return credential === undefined ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: ${credential}"`
}

/** Headers that curl adds by itself and the request did not have. */
function unwanted(request: SentRequest): string[] {
  if (request.body === undefined) return []
  const names = new Set(request.headers.map(([name]) => name.toLowerCase()))
  const added: string[] = []
  if (!names.has('content-type')) added.push('content-type:')
  // Above this size curl asks for 100 Continue first.
  if (request.body.length > 1024 * 1024 && !names.has('expect')) added.push('expect:')
  return added.map((header) => `-H '${header}'`)
}

function methodArgument({ method, body }: SentRequest): string[] {
  if (method === 'HEAD') return ['--head']
  if (method === (body === undefined ? 'GET' : 'POST')) return []
  return [`-X ${quoted(method)}`]
}

/** What tells curl the version of HTTP that a run has spoken; where it speaks that anyway, nothing. */
function versionArgument(baseUrl: string, http2: boolean): string[] {
  const isTls = baseUrl.startsWith('https:')
  if (http2) return [isTls ? '--http2' : '--http2-prior-knowledge']
  return isTls ? ['--http1.1'] : []
}

/** The curl line of a request; keys stand in it as variables of the shell. */
export function curlOf(baseUrl: string, request: SentRequest, http2 = false): string {
  const url = `${baseUrl}${request.path}`
  const body = request.body === undefined ? undefined : shellBody(request.body)
  const line = [
    `curl -sS -i${request.stream ? ' -N' : ''}`,
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\./.test(request.path) ? ['--path-as-is'] : []),
    ...versionArgument(baseUrl, http2),
    ...methodArgument(request),
    url.includes('$SVC_CONFORMANCE_KEY') ? doubleQuoted(url) : quoted(url),
    ...request.headers.map(headerArgument),
    ...unwanted(request),
    ...(request.framing === 'chunked' && !http2 ? ["-H 'transfer-encoding: chunked'"] : []),
    ...(body ? [body.argument] : []),
  ].join(' ')
  return body?.command === undefined ? line : `${body.command} | ${line}`
}
