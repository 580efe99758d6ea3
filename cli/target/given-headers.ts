/** Headers of `--header`, for a proxy in front of the gateway. Their values are secrets: no message repeats one. */
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import { rememberSecrets } from '../../suites/harness/http/redact.ts'
import type { Environment } from '../../suites/harness/target/environment.ts'
import { type GivenHeader, secretsOfHeaders } from '../../suites/harness/target/network.ts'
import { RESERVED } from '../../suites/harness/target/target-file.ts'

/** Headers that no run can keep unchanged, since checks vary or judge them. */
const VARIED = ['accept', 'accept-encoding', 'content-encoding', 'content-type', 'x-svc-request-id']

/** Characters of header names that shell variables cannot have. */
const NAME = /^[A-Za-z][\w.-]*$/
/** Valid characters of a header value. */
const VALUE = /^[\t\x20-\x7e]+$/
const REFERENCE = /\$\{([A-Za-z_]\w*)\}/g

/** Reads `Name: value` texts. `${NAME}` in a value reads the environment. @throws UsageError */
export function givenHeaders(texts: readonly string[], env: Environment): GivenHeader[] {
  const headers = texts.map((text) => givenHeader(text, env))
  const names = headers.map(({ name }) => name.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) throw new UsageError(`--header ${twice}: given twice; write both values into one`)
  rememberSecrets(secretsOfHeaders(headers))
  return headers
}

function givenHeader(text: string, env: Environment): GivenHeader {
  const cut = text.indexOf(':')
  const name = text.slice(0, Math.max(cut, 0)).trim()
  if (!NAME.test(name)) throw new UsageError("--header: expected 'name: value', such as 'x-front-door: ${NAME}'")
  const refuse = (why: string): UsageError => new UsageError(`--header ${name}: ${why}`)
  const why = faultOfName(name.toLowerCase())
  if (why !== undefined) throw refuse(why)
  const written = text.slice(cut + 1).trim()
  const value = written.replaceAll(REFERENCE, (_, variable: string) => {
    const found = env[variable]
    if (found === undefined || found === '')
      throw refuse(`needs the environment variable ${variable}, which is ${found === undefined ? 'not set' : 'empty'}`)
    return found
  })
  if (value === '')
    throw refuse('has no value; write it after the colon, or as ${NAME} to read it from the environment')
  if (!VALUE.test(value)) throw refuse('has a value that is invalid in a header; copy only the complete value')
  const [, variable = variableFor(name)] = /^\$\{(\w+)\}$/.exec(written) ?? []
  return { name, value, variable }
}

/** Why a header cannot be given; undefined if it can. */
function faultOfName(name: string): string | undefined {
  if (name === 'authorization')
    return 'is set by the harness; the key comes from SVC_CONFORMANCE_KEY or from a target file'
  if (name === 'proxy-authorization') return 'belongs to the proxy; write user and password into its URL'
  if (RESERVED.includes(name)) return 'is set by the harness; choose another header'
  return VARIED.includes(name) ? 'is set by the checks; choose another header' : undefined
}

/** The variable for a literal value. */
function variableFor(name: string): string {
  return `SVC_CONFORMANCE_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`
}
