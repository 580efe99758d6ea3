/** The project's YAML files as data, converted in advance: parsing would take longer than the rest of a start. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../../schemas/index.ts'
import { type Preparation, prepared } from './prepared.ts'

const require = createRequire(import.meta.url)

const files = [
  'schemas/requirements.yaml',
  'schemas/added-headers.yaml',
  'schemas/callers.yaml',
  'schemas/challenges.yaml',
  'schemas/incidents.yaml',
  'schemas/sets/timeline.yaml',
  'schemas/sets/1.0.0-1.yaml',
  'suites/cases/fields.yaml',
  'suites/cases/rules.yaml',
  'suites/cases/bodies.yaml',
  'suites/cases/likely.yaml',
  'suites/cases/valid.yaml',
] as const

export type OurYaml = (typeof files)[number]

/** Rows of cases have integers beyond 2^53, which JSON readers round: each is kept as text under this name. */
const INTEGER = '$integer'

function jsonOf(file: OurYaml): string {
  const { parse } = require('yaml') as typeof import('yaml')
  const data: unknown = parse(readFileSync(join(root, file), 'utf8'), { intAsBigInt: true })
  return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? { [INTEGER]: String(value) } : value))
}

function preparationOf(file: OurYaml): Preparation {
  return {
    name: file.replaceAll('/', '-').replace('.yaml', '.json'),
    of: [file, 'suites/harness/catalogue/our-yaml.ts'],
    by: 'yaml',
    make: () => jsonOf(file),
  }
}

/** The preparations of all files, for the package. */
export const preparedYaml: readonly Preparation[] = files.map(preparationOf)

/** A file as JSON. */
export const jsonOfOurs = (file: OurYaml): string => prepared(preparationOf(file))

/** What a file holds. Integers are read as BigInt, so that none is rounded. */
export function ourYaml(file: OurYaml): unknown {
  return JSON.parse(jsonOfOurs(file), (_, value: unknown) => {
    const digits = (value as { readonly [INTEGER]?: string } | null)?.[INTEGER]
    return digits === undefined ? value : BigInt(digits)
  })
}
