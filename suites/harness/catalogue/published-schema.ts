/** Checks files that an earlier run wrote by their published schemas. */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { schemaFile } from '../../../schemas/index.ts'

const BASE = 'https://svc-conformance.dev/schemas/'
const names = ['target', 'report', 'transcript', 'certificate'] as const

/** A schema, or a part of one. */
export type PublishedSchema = 'report' | 'certificate' | 'transcript#/$defs/head' | 'transcript#/$defs/exchange'

let loaded: Ajv2020 | undefined

function ajv(): Ajv2020 {
  if (loaded) return loaded
  loaded = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
  })
  addFormats.default(loaded)
  for (const name of names) {
    loaded.addSchema(JSON.parse(readFileSync(schemaFile(`formats/${name}.schema.json`), 'utf8')) as object)
  }
  return loaded
}

function told({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string }
  return `${instancePath === '' ? 'the whole' : instancePath} ${message}${additionalProperty ? ` (${additionalProperty})` : ''}`
}

/** Why a value breaks a schema, in a few words; undefined where it does not. */
export function faultBySchema(name: PublishedSchema, value: unknown): string | undefined {
  const [file, part = ''] = name.split('#') as [string, string?]
  const validate = ajv().getSchema(`${BASE}${file}.schema.json${part === '' ? '' : `#${part}`}`)
  if (!validate) throw new Error(`there is no schema ${name}`)
  if (validate(value)) return undefined
  const [first] = validate.errors ?? []
  return first ? told(first) : 'it breaks the schema'
}
