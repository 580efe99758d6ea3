/** A client of the admin API that checks every exchange against the OpenAPI document. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { MockServer, MockWorkers } from '../../../../mock/index.ts'
import { document } from '../../../../mock/server/admin/document/document.ts'

interface Described {
  readonly operationId: string
  readonly requestBody?: { readonly required: boolean }
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>>
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly described: Described
  /** A JSON pointer to the operation in the document. */
  readonly pointer: string
}

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, described]) => ({
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    described,
    pointer: `/paths/${path.replaceAll('/', '~1')}/${method}`,
  })),
)

// The document has keywords that JSON Schema lacks.
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema(document, 'document')
const validators = new Map<string, ValidateFunction>()

function assertFits(value: unknown, pointer: string, what: string): void {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
  validators.set(pointer, validate)
  assert.ok(validate(value), `${what} does not fit its schema: ${ajv.errorsText(validate.errors)}`)
}

export interface AdminResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
  readonly json: any
}

const JSON_TYPE = { 'content-type': 'application/json' }

export interface Asking {
  readonly headers?: Record<string, string>
}

/** Sends a request to the admin API of a mock; the path is one of the document, with its parameters filled in. */
export async function ask(
  { admin }: Pick<MockServer | MockWorkers, 'admin'>,
  method: string,
  path: string,
  body?: unknown,
  { headers = {} }: Asking = {},
): Promise<AdminResponse> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const type = method === 'POST' || method === 'PATCH' ? JSON_TYPE : {}
  const response = await fetch(`${admin?.url}${path}`, { method, headers: { ...type, ...headers }, body: text ?? null })
  const result = await received(response)
  const operation = operationAt(method, path)
  if (operation) check(operation, result, text)
  return result
}

function check(
  { id, described, pointer }: Operation,
  { status, headers, text, json }: AdminResponse,
  sent?: string,
): void {
  const response = described.responses[status]
  assert.ok(response, `${id} returns ${status}, which the document does not know`)
  const location = response.$ref?.slice(1) ?? `${pointer}/responses/${status}`
  const content = response.$ref ? { 'application/json': {} } : (response.content ?? {})
  const [type] = Object.keys(content)
  assert.equal(headers.get('content-type'), type ?? null, id)
  if (type === undefined) assert.equal(text, '', id)
  if (type === 'application/json')
    assertFits(json, `${location}/content/application~1json/schema`, `${id} ${status} ${text.slice(0, 200)}`)
  if (status < 300 && sent !== undefined)
    assertFits(JSON.parse(sent), `${pointer}/requestBody/content/application~1json/schema`, `the body of ${id}`)
}

export function operationAt(method: string, path: string): Operation | undefined {
  const [plain = ''] = path.split('?', 1)
  return operations.find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replace('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(plain),
  )
}

async function received(response: Response): Promise<AdminResponse> {
  const { status, headers } = response
  const text = await response.text()
  const json = headers.get('content-type') === 'application/json' ? JSON.parse(text) : undefined
  return { status, headers, text, json }
}
