/** Parts of the descriptions of operations. */

export type Schema = Readonly<Record<string, unknown>>

/** A reference to a schema of the document. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** An object without unknown members, and with all members that are not optional. */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, additionalProperties: false, ...(required.length > 0 && { required }) }
}

/** An object whose members may all be left out. */
export const optional = (members: Readonly<Record<string, Schema>>): Schema => object(members, Object.keys(members))

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
  /** The body that it takes. */
  readonly body?: Schema
  readonly success: Success
  /** Statuses of its errors, besides those that every operation has, and the 404 of one about a project. */
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
