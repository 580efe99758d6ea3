/** Printed commands name the program as its user calls it. */
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

test('the single executable is called by its name, and the package by npx', async () => {
  assert.equal(await nameIn(true), 'svc-conformance')
  assert.equal(await nameIn(false), 'npx svc-conformance')
})

test('one file decides how printed commands begin', () => {
  const printing = sources.filter(({ path }) => /^(?:cli|mock|reporters|suites)\//.test(path))
  const naming = printing.filter(({ text }) => /['"`>][^'"`\n]*npx svc-conformance/.test(text))
  assert.deepEqual(membersOf(naming, 'path'), ['suites/harness/text/program-name.ts'])
})
