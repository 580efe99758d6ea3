import { fileNames, partNames } from './names.ts'
import { isObject, isSame, type Json, type JsonObject, plainly } from './plain-forms.ts'

/** A reference to a named schema of the document. */
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/**
 * The schemas of `wire/` as components of one document: with names and titles, without references to files, and without the
 * ids of requirements. @param wire by file name @throws Error where a part has no plain form, or two of one name differ
 */
export function componentsOf(wire: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const components: Record<string, JsonObject> = {}
  const put = (name: string, schema: JsonObject): JsonObject => {
    const before = components[name]
    if (before && !isSame(before, schema)) throw new Error(`two schemas are called ${name}`)
    components[name] = schema
    return ref(name)
  }
  const named = (place: string, schema: JsonObject): JsonObject => {
    const part = partNames[place]
    return part ? put(part.name, { title: part.name, description: part.description, ...schema }) : schema
  }
  const inline = (place: string, schema: JsonObject): JsonObject => {
    const own = Object.entries(plainly(schema)).filter(([name]) => !name.startsWith('x-') && name !== '$schema')
    if (typeof schema.$ref === 'string') {
      if (own.length > 1) throw new Error(`${place} says more than its reference`)
      return ref(nameOf(schema.$ref))
    }
    return named(place, Object.fromEntries(own.map(([name, value]) => [name, within(`${place}/${name}`, name, value)])))
  }
  const within = (place: string, keyword: string, value: Json | undefined): Json | undefined => {
    if (keyword === 'properties' && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, inline(`${place}/${name}`, member as JsonObject)]),
      )
    if (keyword === 'anyOf') return (value as JsonObject[]).map((one, at) => inline(`${place}/${at}`, one))
    return keyword === 'items' ? inline(place, value as JsonObject) : value
  }
  for (const [file, name] of Object.entries(fileNames)) {
    const { title: description, ...schema } = wire[file] ?? {}
    put(name, { title: name, description, ...inline(file, schema) })
  }
  return components
}

function nameOf(file: string): string {
  const name = fileNames[file]
  if (name === undefined) throw new Error(`${file} has no name in a single file`)
  return name
}
