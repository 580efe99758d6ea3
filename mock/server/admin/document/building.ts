/** Helpers for the descriptions of operations. */

export type Schema = Readonly<Record<string, unknown>>

/** A reference to a schema of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of an object without unknown members, in which all members are required unless optional. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) }
}

/** The schema of an object whose members are all optional. */
export const optional = (members: Readonly<Record<string, Schema>>): Schema => object(members, Object.keys(members))

/** The schema of an object whose other members are all optional. */
export const needing = (required: readonly string[], members: Readonly<Record<string, Schema>>): Schema =>
  object(
    members,
    Object.keys(members).filter((name) => !required.includes(name)),
  )

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

/** A response that is not an error. */
export interface Success {
  readonly status: 200 | 201 | 204
  readonly description: string
  /** Default `application/json`. */
  readonly type?: string
  readonly schema?: Schema
}

/** An operation of the admin API: its path and its description. */
export interface Description {
  /** Its method and path, such as `GET /projects/{name}/script`. */
  readonly on: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`
  readonly summary: string
  readonly description?: string
  readonly query?: readonly Parameter[]
  /** The schema of the request body. */
  readonly body?: Schema
  readonly success: Success
  /** Error statuses, besides those of every operation and the 404 of operations on a project. */
  readonly errors?: readonly (404 | 409 | 503)[]
}

/** A parameter of a path or a query. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: true
  readonly description: string
  readonly schema: Schema
}
