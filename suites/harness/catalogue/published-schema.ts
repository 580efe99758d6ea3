/** Checks files that an earlier run wrote by their published schemas. */
import type { ErrorObject } from 'ajv'
import { validator } from './validators.ts'

/** A schema, or a part of one. */
export type PublishedSchema =
  | 'report'
  | 'certificate'
  | 'trust'
  | 'revoked'
  | 'exchange'
  | 'traffic'
  | 'recording'
  | 'traffic#/$defs/proxy'
  | 'surveillance'
  | 'transcript#/$defs/head'
  | 'transcript#/$defs/exchange'

function described({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  return `${instancePath === '' ? 'the whole' : instancePath} ${message}${additionalProperty ? ` (${additionalProperty})` : ''}`
}

/** Why a value breaks a schema, in a few words; undefined where it does not. */
export function faultBySchema(name: PublishedSchema, value: unknown): string | undefined {
  const validate = validator('published', name)
  if (validate(value)) return undefined
  const [first] = validate.errors ?? []
  return first ? described(first) : 'it breaks the schema'
}
