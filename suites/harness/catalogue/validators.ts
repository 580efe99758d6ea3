/** Validation code of our JSON Schemas, generated in advance: ajv compiles for longer than many runs last. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { Options, ValidateFunction } from 'ajv'
import { schemaFile } from '../../../schemas/index.ts'
import { names } from '../text/names.ts'
import { type Preparation, prepared } from './prepared.ts'

const require = createRequire(import.meta.url)

/** Keywords with which subschemas of `schemas/wire/` name requirements. */
export const annotations = ['x-requirement', 'x-closed', 'x-pattern'] as const

export const wireNames = names(
  'model model-list chat-message usage chat-completion chat-completion-chunk error chat-completion-request',
)

const PUBLISHED = 'https://svc-conformance.dev/schemas/'

/** Published schemas, or parts of them, against which files are checked. */
export const publishedSchemas = names(
  'report certificate trust revoked exchange traffic recording surveillance client',
  'traffic#/$defs/proxy transcript#/$defs/head transcript#/$defs/exchange',
)

const publishedUri = (name: string): string => `${PUBLISHED}${name.replace(/(?=#|$)/, '.schema.json')}`

/** Schemas that refer to each other. */
interface Group {
  /** Files below `schemas/`, by the names that the schemas use for each other. */
  readonly files: Readonly<Record<string, string>>
  /** The schemas to compile, by name: each is one of `files`, or a part of one. */
  readonly entries: Readonly<Record<string, string>>
  readonly options: Options
  readonly formats?: true
}

const groups = {
  wire: {
    // Named by their files, as they refer to each other: without $id the same references also work on disk.
    files: Object.fromEntries(wireNames.map((name) => [`${name}.schema.json`, `wire/${name}.schema.json`])),
    entries: Object.fromEntries(wireNames.map((name) => [name, `${name}.schema.json`])),
    options: { allErrors: true, verbose: true, allowUnionTypes: true, strictRequired: false, strictTypes: false },
  },
  target: {
    files: { target: 'formats/target.schema.json' },
    entries: { target: 'target' },
    // All texts of `about` share one subschema. If inlined, its code would be generated for each of them.
    options: { allErrors: true, verbose: true, inlineRefs: false },
  },
  published: {
    files: Object.fromEntries(
      ['target', 'transcript', ...publishedSchemas.filter((name) => !name.includes('#'))].map((name) => [
        publishedUri(name),
        `formats/${name}.schema.json`,
      ]),
    ),
    entries: Object.fromEntries(publishedSchemas.map((name) => [name, publishedUri(name)])),
    options: { allowUnionTypes: true, strictRequired: false, inlineRefs: false },
    formats: true,
  },
} as const satisfies Readonly<Record<string, Group>>

export type GroupName = keyof typeof groups

/** The code of a group as a module of CommonJS. */
function codeOf({ files, entries, options, formats }: Group): string {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const standalone = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js')
  const ajv = new Ajv2020({ strict: true, ...options, code: { source: true } })
  if (formats) (require('ajv-formats') as typeof import('ajv-formats')).default(ajv)
  ajv.addVocabulary([...annotations])
  for (const [key, file] of Object.entries(files))
    ajv.addSchema(JSON.parse(readFileSync(schemaFile(file), 'utf8')) as object, key)
  return standalone.default(ajv, entries)
}

function preparationOf(name: GroupName): Preparation {
  const group: Group = groups[name]
  const files = Object.values(group.files).map((file) => `schemas/${file}`)
  return {
    name: `${name}.cjs`,
    of: [...files, 'suites/harness/catalogue/validators.ts'],
    by: 'ajv',
    make: () => codeOf(group),
  }
}

/** The preparations of all groups, for the package. */
export const preparedValidators: readonly Preparation[] = (Object.keys(groups) as GroupName[]).map(preparationOf)

const known = new Map<GroupName, Readonly<Record<string, ValidateFunction>>>()

/** The function that validates by an entry of a group. @throws if there is no such entry: a bug of the harness */
export function validator(group: GroupName, entry: string): ValidateFunction {
  let validators = known.get(group)
  if (!validators) {
    const module: { exports: Record<string, ValidateFunction> } = { exports: {} }
    compileFunction(prepared(preparationOf(group)), ['exports', 'require'])(module.exports, require)
    validators = module.exports
    known.set(group, validators)
  }
  const validate = validators[entry]
  if (!validate) throw new Error(`there is no schema ${entry}`)
  return validate
}
