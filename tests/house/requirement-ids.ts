/**
 * The ids of requirements.yaml as a list that the compiler knows: a misspelt id does not compile. `npm run tables` writes
 * the list, and a test compares it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { schemaFile } from '../../schemas/index.ts'

const LIST = schemaFile('requirement-ids.ts')

export function derivedIds(): string {
  const { requirements } = parse(readFileSync(schemaFile('requirements.yaml'), 'utf8')) as {
    readonly requirements: readonly { readonly id: string }[]
  }
  const lines = requirements.map(({ id }) => `  '${id}',\n`)
  return `/** The ids of requirements.yaml, in its order: \`npm run tables\` writes this list. */
export const requirementIds = [
${lines.join('')}] as const

export type RequirementId = (typeof requirementIds)[number]
`
}

export const writtenIds = (): string => readFileSync(LIST, 'utf8')

if (import.meta.main) writeFileSync(LIST, derivedIds())
