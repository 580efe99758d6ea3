/** What the descriptions of operations are put together from. */

export type Schema = Readonly<Record<string, unknown>>

/** A reference to a schema of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object whose members are all known, and all there but the optional ones. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) }
}

export const list = (items: Schema): Schema => ({ type: 'array', items })

export const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

export const text = (description?: string): Schema => ({ type: 'string', ...(description && { description }) })

export const count = (description?: string, minimum = 0): Schema => ({
  type: 'integer',
  minimum,
  ...(description && { description }),
})

export const flag = (description?: string): Schema => ({ type: 'boolean', ...(description && { description }) })

export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words })

/** An answer that is not an error. */
export interface Success {
  readonly status: 200 | 201 | 204
  readonly description: string
  /** Default `application/json`. */
  readonly type?: string
  readonly schema?: Schema
}

/** What is said of an operation. */
export interface Description {
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Schema[]
  /** The body that it takes. */
  readonly body?: Schema
  readonly success: Success
  /** Statuses of its errors, beside those that every operation has. */
  readonly errors?: readonly (404 | 409 | 503)[]
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

const WITH_BODY = [413, 415]

/** An operation of the document, whose id keeps its type. */
export function operation<const I extends string>(operationId: I, description: Description) {
  const { tag, summary, parameters = [], body, success, errors = [] } = description
  const refusals = [400, 401, 403, ...errors, ...(body ? WITH_BODY : []), 500]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description.description && { description: description.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(body) } }),
    responses: {
      [success.status]: {
        description: success.description,
        ...(success.schema && { content: { [success.type ?? 'application/json']: { schema: success.schema } } }),
      },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  }
}
