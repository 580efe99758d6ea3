/**
 * The contract as one file, for generators of clients and other tools: `openapi.yaml` and the schemas of `wire/` without
 * references to other files.
 */
import { componentsOf, ref } from './components.ts'
import { forGenerators } from './for-generators.ts'
import { isObject, type Json, type JsonObject } from './plain-forms.ts'

/** By the version of OpenAPI. Streams have their own words only since 3.2. */
export const openapiFiles = { '3.1': 'openapi.json', '3.2': 'openapi-3.2.json' } as const
export type OpenapiVersion = keyof typeof openapiFiles

/** By who reads them: all tools, or generators of clients. */
export const audiences = ['all', 'generators'] as const
export type Audience = (typeof audiences)[number]

const EVENT = 'ChatCompletionEvent'

/** One event of a stream: as text, since the last one is not JSON. */
const event: JsonObject = {
  title: EVENT,
  description: 'An event of a stream: a chunk, or [DONE] at the end (6)',
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      anyOf: [
        { type: 'string', const: '[DONE]' },
        { type: 'string', contentMediaType: 'application/json', contentSchema: ref('ChatCompletionChunk') },
      ],
    },
  },
}

/** @param source what `openapi.yaml` holds @param wire what the schemas of `wire/` hold, by file name */
export function singleFile(
  version: OpenapiVersion,
  source: JsonObject,
  wire: Readonly<Record<string, JsonObject>>,
  audience: Audience,
): JsonObject {
  const { components, ...document } = source
  const schemas = componentsOf(wire)
  const whole = { ...document, components: { ...(components as JsonObject), schemas } }
  const later = {
    ...(withEvents(whole) as JsonObject),
    openapi: '3.2.0',
    components: { ...whole.components, schemas: { ...schemas, [EVENT]: event } },
  }
  const made = version === '3.1' ? whole : later
  return audience === 'generators' ? forGenerators(made) : made
}

/** Streams as their events, and the examples of streams as they are sent. */
function withEvents(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => withEvents(one) as Json)
  if (!isObject(value)) return value
  if (!value['x-event-schema'])
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withEvents(member)]))
  const examples = Object.entries(value.examples as Record<string, JsonObject>).map(([name, example]) => [
    name,
    { serializedValue: example.value },
  ])
  return { itemSchema: ref(EVENT), examples: Object.fromEntries(examples) }
}
