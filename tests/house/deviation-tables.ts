/**
 * The lists of the tables of faults and of variants. The mock runs in browsers and in a bundle, where no folder can be
 * read; so the lists are files, derived from the folders. `npm run tables` writes them, and a test compares them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Kind = 'faults' | 'variants'

export const KINDS: readonly Kind[] = ['faults', 'variants']

const folderOf = (kind: Kind): string => fileURLToPath(new URL(`../../mock/deviations/${kind}/`, import.meta.url))

/** The files of a folder that export a table, without their ending. */
function tablesOf(kind: Kind): string[] {
  const cwd = folderOf(kind)
  return globSync('**/*.ts', { cwd })
    .filter((path) => readFileSync(`${cwd}${path}`, 'utf8').includes(`\nexport const ${kind} = `))
    .map((path) => path.slice(0, -3).replaceAll('\\', '/'))
    .sort()
}

/** What a list has to be: `access/wrong-keys` becomes the member `accessWrongKeys`. */
export function derivedList(kind: Kind): string {
  const lines = tablesOf(kind).map((path) => {
    const name = path.replaceAll(/[/-](.)/g, (_, letter: string) => letter.toUpperCase())
    return `export { ${kind} as ${name} } from './${path}.ts'\n`
  })
  return `/** The tables of ${kind}, one file each: \`npm run tables\` writes this list. */\n${lines.join('')}`
}

export const listOf = (kind: Kind): string => readFileSync(`${folderOf(kind)}index.ts`, 'utf8')

if (import.meta.main) for (const kind of KINDS) writeFileSync(`${folderOf(kind)}index.ts`, derivedList(kind))
