/** Checks files of earlier runs against their published schemas. */
import type { ErrorObject } from 'ajv'
import { type publishedSchemas, validator } from './validators.ts'

function described({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  return `${instancePath === '' ? 'the whole' : instancePath} ${message}${additionalProperty ? ` (${additionalProperty})` : ''}`
}

/** Why a value breaks a schema, in a few words; undefined where it does not. */
export function faultBySchema(name: (typeof publishedSchemas)[number], value: unknown): string | undefined {
  const validate = validator('published', name)
  if (validate(value)) return undefined
  const [first] = validate.errors ?? []
  return first ? described(first) : 'it breaks the schema'
}
