/** Printed commands begin with the name by which the user runs the program. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sources } from '../../../house/sources.ts'
import { membersOf } from '../members.ts'

async function nameIn(isSea: boolean): Promise<string> {
  const { getBuiltinModule } = process
  process.getBuiltinModule = ((id: string) =>
    id === 'node:sea' ? { isSea: () => isSea } : getBuiltinModule(id)) as never
  try {
    const file = pathToFileURL('suites/harness/text/program-name.ts').href
    const { PROGRAM } = (await import(`${file}?sea=${isSea}`)) as { readonly PROGRAM: string }
    return PROGRAM
  } finally {
    process.getBuiltinModule = getBuiltinModule
  }
}

test('the single executable uses its name, and the package uses npx', async () => {
  assert.equal(await nameIn(true), 'svc-conformance')
  assert.equal(await nameIn(false), 'npx svc-conformance')
})

test('only one file has the beginning of printed commands', () => {
  const printing = sources.filter(({ path }) => /^(?:cli|mock|reporters|suites)\//.test(path))
  const naming = printing.filter(({ text }) => /['"`>][^'"`\n]*npx svc-conformance/.test(text))
  assert.deepEqual(membersOf(naming, 'path'), ['suites/harness/text/program-name.ts'])
})
