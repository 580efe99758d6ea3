/** The schemas of our own documents, compiled in strict mode. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { schemaFile } from '../../schemas/index.ts'

const names = ['requirements', 'clauses', 'cases', 'timeline', 'set', 'challenges'] as const
export type OurSchema = (typeof names)[number]

// Conditions narrow members that are defined next to them, which the strict rules on `required` and types ignore.
const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true })
for (const name of names)
  ajv.addSchema(JSON.parse(readFileSync(schemaFile(`formats/${name}.schema.json`), 'utf8')), `${name}.schema.json`)

/** The problems of a document, each with its location. */
export function problemsOf(name: OurSchema, document: unknown): string[] {
  const validate = ajv.getSchema(`${name}.schema.json`)
  if (!validate) throw new Error(`no schema of ${name}`)
  return validate(document)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
}

export function readYaml(path: string): unknown {
  return parse(readFileSync(path, 'utf8'))
}
