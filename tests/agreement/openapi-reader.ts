/**
 * An independent reader of `schemas/openapi.yaml`, with a library that shares no code with ajv. It follows the
 * document's own references.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { registerSchema, type SchemaObject, type Validator, validate } from '@hyperjump/json-schema/openapi-3-1'
import { parse } from 'yaml'
import { schemaFile } from '../../schemas/index.ts'

type Json = Parameters<Validator>[0]

interface Referring {
  readonly $ref?: string
}
interface Header extends Referring {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}
interface Response extends Referring {
  readonly headers?: Record<string, Header>
  readonly content?: Record<string, { readonly 'x-event-schema'?: Referring }>
}
interface Operation {
  readonly requestBody?: object
  readonly responses: Record<string, Response>
}

const BASE = 'https://contract.invalid/'
const document = parse(readFileSync(schemaFile('openapi.yaml'), 'utf8')) as {
  readonly paths: Record<string, Record<string, Operation>>
}
for (const file of readdirSync(schemaFile('wire'))) {
  registerSchema(JSON.parse(readFileSync(schemaFile(`wire/${file}`), 'utf8')) as SchemaObject, `${BASE}wire/${file}`)
}
registerSchema(
  document as unknown as SchemaObject,
  `${BASE}openapi.yaml`,
  'https://spec.openapis.org/oas/3.1/schema-base',
)

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
const pointer = (...steps: string[]): string => `#/${steps.map(escaped).join('/')}`

/** Follows references to a part of the document; returns the part and its pointer. */
function followed<Part extends Referring>(at: string): { part: Part; at: string } | undefined {
  const steps = at.split('/').slice(1)
  let node: unknown = document
  for (const step of steps)
    node = (node as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  if (node === undefined) return undefined
  const part = node as Part
  return part.$ref?.startsWith('#') ? followed(part.$ref) : { part, at }
}

const validators = new Map<string, Promise<Validator>>()

/** Breaches of a schema of the document by a value. */
export async function schemaProblems(at: string, value: unknown): Promise<string[]> {
  let validator = validators.get(at)
  if (!validator) validators.set(at, (validator = validate(`${BASE}openapi.yaml${at}`)))
  const output = (await validator)(value as Json, 'BASIC')
  if (output.valid) return []
  return (output.errors ?? []).map(
    ({ instanceLocation, absoluteKeywordLocation }) =>
      `${instanceLocation} breaks ${absoluteKeywordLocation.replace(BASE, '')}`,
  )
}

/** Whether the document as a whole is an OpenAPI 3.1 document. */
export async function documentProblems(): Promise<string[]> {
  const output = await validate('https://spec.openapis.org/oas/3.1/schema-base', document as unknown as Json, 'BASIC')
  return output.valid ? [] : (output.errors ?? []).map(({ instanceLocation }) => instanceLocation)
}

export interface Received {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** The value of a header, as a number if its schema requires one. */
function headerValue({ schema }: Header, text: string): unknown {
  return schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
}

async function headerProblems(at: string, names: readonly string[], received: Received['headers']): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    const header = followed<Header>(`${at}/headers/${escaped(name)}`)
    if (!header) throw new Error(`the header ${name} leads nowhere`)
    const text = received.get(name.toLowerCase())
    if (text === undefined) {
      if (header.part.required) found.push(`the header ${name} is missing`)
      continue
    }
    const problems = await schemaProblems(`${header.at}/schema`, headerValue(header.part, text))
    found.push(...problems.map((problem) => `${name}: ${problem}`))
  }
  return found
}

/** The payloads of a stream, by the SSE standard, with any line ends, comments and a byte order mark. */
function payloadsOf(body: string): string[] {
  const lines = body.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const payloads = lines.filter((line) => line.startsWith('data:')).map((line) => line.replace(/^data: ?/, ''))
  if (payloads.pop() !== '[DONE]') throw new Error('the stream does not end with [DONE]')
  return payloads
}

/** Breaches of a schema of the document by JSON text. */
async function jsonProblems(at: string, text: string): Promise<string[]> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return [`no JSON: ${String(error)}`]
  }
  return schemaProblems(at, value)
}

/** Breaches of the document by a response. */
export async function responseProblems({ method, path, status, headers, body }: Received): Promise<string[]> {
  const response = followed<Response>(pointer('paths', path, method.toLowerCase(), 'responses', String(status)))
  if (!response) return [`${method} ${path} has no status ${status}`]
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const found = await headerProblems(response.at, Object.keys(response.part.headers ?? {}), headers)
  const content = response.part.content?.[type]
  if (!content) return [...found, `${status} has no content ${type}`]
  if (!content['x-event-schema'])
    return [...found, ...(await jsonProblems(`${response.at}/content/${escaped(type)}/schema`, body))]
  const chunk = content['x-event-schema'].$ref ?? ''
  for (const payload of payloadsOf(body)) found.push(...(await jsonProblems(chunk, payload)))
  return found
}

/** Breaches of the document by the body of a request. */
export async function requestProblems(method: string, path: string, body: string): Promise<string[]> {
  const at = pointer('paths', path, method.toLowerCase(), 'requestBody')
  if (!followed(at)) return body === '' ? [] : [`${method} ${path} takes no body`]
  return jsonProblems(`${at}/content/application~1json/schema`, body)
}
