/** The single-file documents as text, prepared in advance because the YAML library loads slowly. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { schemaFile } from '../../../schemas/index.ts'
import {
  type Audience,
  audiences,
  type OpenapiVersion,
  openapiFiles,
  singleFile,
} from '../../../schemas/single-file/document.ts'
import { fileNames } from '../../../schemas/single-file/names.ts'
import type { JsonObject } from '../../../schemas/single-file/plain-forms.ts'
import { type Preparation, prepared } from '../../../suites/harness/catalogue/prepared.ts'

const require = createRequire(import.meta.url)

/** Cast, because TypeScript does not declare `JSON.rawJSON` yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** Reads one of our YAML or JSON files with exact integers, because the contract has integers beyond doubles. */
function read(name: string): JsonObject {
  const { parse } = require('yaml') as typeof import('yaml')
  return parse(readFileSync(schemaFile(name), 'utf8'), { intAsBigInt: true }) as JsonObject
}

function textOf(version: OpenapiVersion, audience: Audience): string {
  const wire = Object.fromEntries(Object.keys(fileNames).map((file) => [file, read(`wire/${file}`)]))
  const document = singleFile(version, read('openapi.yaml'), wire, audience)
  const exact = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? rawJSON(String(value)) : value)
  return `${JSON.stringify(document, exact, 2)}\n`
}

const MADE_BY = ['components.ts', 'document.ts', 'for-generators.ts', 'names.ts', 'plain-forms.ts'].map(
  (name) => `schemas/single-file/${name}`,
)

const preparationOf = (version: OpenapiVersion, audience: Audience): Preparation => ({
  name: audience === 'all' ? openapiFiles[version] : openapiFiles[version].replace('.json', `-for-${audience}.json`),
  of: [
    'schemas/openapi.yaml',
    ...Object.keys(fileNames).map((file) => `schemas/wire/${file}`),
    ...MADE_BY,
    'cli/commands/openapi/documents.ts',
  ],
  by: 'yaml',
  make: () => textOf(version, audience),
})

/** All documents, which the package contains as files. */
export const preparedDocuments: readonly Preparation[] = (Object.keys(openapiFiles) as OpenapiVersion[]).flatMap(
  (version) => audiences.map((audience) => preparationOf(version, audience)),
)

export const openapiDocument = (version: OpenapiVersion, audience: Audience = 'all'): string =>
  prepared(preparationOf(version, audience))
