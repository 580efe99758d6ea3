/** The difference between a request and its valid control, in words: `a request without messages[0].content`. */
import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, parseJson } from '../http/exact-json.ts'
import { type Exchange, headerIn } from '../http/exchange.ts'
import { kindOf } from '../http/request.ts'
import { errorOf } from '../http/response.ts'
import { written } from '../judge/bodies.ts'
import { whatParamNames } from '../judge/errors/param.ts'
import { shortened } from '../text/printable.ts'

/** The maximum number of differences to name, and of characters of a value. */
const MAX_VALUES = 2
const MAX_LENGTH = 60
/** The header with the whole key of a role. */
const RIGHT_KEY = /^bearer \$\w+$/i
const LIMITS = ['max_tokens', 'max_completion_tokens'] as const
/** Longer bodies than their controls were sent for their length. */
const LONG = 10_000
/** The maximum number of bytes of a body to compare. */
const MAX_BODY = 100_000

/**
 * @param about.isValid the request should have been accepted: if it differs in much, the field named in the error counts
 * @param about.model the model of the run; any other one is named
 * @returns undefined if the keys are right, and the bodies are equal, are not JSON objects, or differ too much
 */
export function requestInWords(
  { request, response }: Exchange,
  control?: Exchange,
  { isValid = false, model }: { readonly isValid?: boolean; readonly model?: string | undefined } = {},
): string | undefined {
  const key = headerIn(request.headers, 'authorization')
  if (key !== undefined && control && !RIGHT_KEY.test(key))
    return `a ${kindOf(request)} with Authorization: ${shortened(key, MAX_LENGTH)}`
  const [sent, plain] = [bodyOf(request.body), bodyOf(control?.request.body)]
  if (!sent || !plain || (sent.isLong && !plain.isLong)) return undefined
  const all = differences(plain.value, sent.value, '', (value) => written(value, sent.literals))
  const param = isValid && response && errorOf(response)?.param
  const isNamed = (words: string): boolean =>
    whatParamNames(String(param), [words.split(/\W+/).slice(1, 2)]) === 'fault'
  const own = all.length > MAX_VALUES && param ? all.filter(isNamed) : all
  if (own.length === 0 || own.length > MAX_VALUES) return undefined
  const more = own === all ? '' : ', among other differences from its control'
  const { stream, model: named } = sent.value
  const isOther = model !== undefined && named !== model && named === plain.value.model
  const what = `a ${stream === true ? 'streamed ' : ''}request${isOther ? ` for ${named}` : ''}`
  const hasBoth = LIMITS.every((name) => sent.value[name] !== undefined)
  // Each of the limits is valid alone, so the control has the other one.
  const others = hasBoth ? LIMITS.filter((name) => isDeepStrictEqual(plain.value[name], sent.value[name])) : []
  const size = sent.isLong ? `, in a body of ${request.body?.length} bytes` : ''
  return `${what} ${[...own, ...others].join(' and ')}${more}${size}`
}

interface Body {
  readonly value: { readonly [name: string]: Json }
  readonly literals: ReadonlyMap<number, string>
  readonly isLong: boolean
}

function bodyOf(body: Uint8Array | undefined): Body | undefined {
  if (body === undefined || body.length > MAX_BODY || !isUtf8(body)) return undefined
  const parsed = parseJson(Buffer.from(body).toString())
  if (!parsed.ok || !isObject(parsed.value)) return undefined
  return { value: parsed.value, literals: parsed.literals, isLong: body.length > LONG }
}

/** Names that need no quotes. */
const SIMPLE = /^[\w$@-]+$/

type Write = (value: Json) => string

function differences(plain: Json | undefined, sent: Json | undefined, at: string, write: Write): string[] {
  if (sent === undefined) return [`without ${at}`]
  if (isObject(plain) && isObject(sent)) {
    const names = [...new Set([...Object.keys(plain), ...Object.keys(sent)])]
    const memberAt = (name: string): string =>
      [at, SIMPLE.test(name) ? name : JSON.stringify(name)].filter(Boolean).join('.')
    return names.flatMap((name) => differences(plain[name], sent[name], memberAt(name), write))
  }
  if (Array.isArray(plain) && Array.isArray(sent) && plain.length === sent.length)
    return sent.flatMap((item, index) => differences(plain[index], item, `${at}[${index}]`, write))
  return isDeepStrictEqual(plain, sent) ? [] : [`with ${at}: ${shortened(write(sent), MAX_LENGTH)}`]
}
