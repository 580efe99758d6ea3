/** The document for generators of clients, which make types of it: without what becomes a type that says nothing, or a name that is taken. */
import { ref } from './components.ts'
import { isObject, type Json, type JsonObject } from './plain-forms.ts'

/** Rules between members, which no type can hold: generators drop them, fail, or make types of them. */
const RULES: ReadonlySet<string> = new Set(['not', 'dependentRequired'])

/** Each language has its own Error. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }

/** A text or a list becomes an empty type in some languages where it has a name, or is an `anyOf`. */
const INLINE = 'Stop'

export function forGenerators(document: JsonObject): JsonObject {
  const { components, ...rest } = document
  const { schemas, ...others } = components as JsonObject & { readonly schemas: Record<string, JsonObject> }
  const { [INLINE]: inlined, ...named } = schemas
  const { title: _, anyOf, ...said } = inlined ?? {}
  const inline = { ...said, oneOf: anyOf }

  const changed = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => changed(one) as Json)
    if (!isObject(value)) return value
    const name = String(value.$ref).replace('#/components/schemas/', '')
    if (name === INLINE) return inline
    if (RENAMED[name] !== undefined) return ref(RENAMED[name])
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, changed(member)]))
  }
  const own = Object.entries(named).map(([before, schema]) => {
    const name = RENAMED[before] ?? before
    const kept = Object.entries({ ...schema, title: name }).filter(([keyword]) => !RULES.has(keyword))
    return [name, Object.fromEntries(kept.map(([keyword, value]) => [keyword, changed(value)]))]
  })
  const parts = Object.entries({ ...rest, components: others }).map(([key, member]) => [key, changed(member)])
  const whole = Object.fromEntries(parts) as JsonObject
  return { ...whole, components: { ...(whole.components as JsonObject), schemas: Object.fromEntries(own) } }
}
