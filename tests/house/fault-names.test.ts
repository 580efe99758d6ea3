/** Every name of a fault or a variant stands literally at its row, so that one search finds it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listFaults, listVariants } from '../../mock/index.ts'
import { sources } from './sources.ts'

const ROW = /\b(?:fault|variant)\(\s*'([^'\n]+)'/g

/** The names that stand at the beginning of rows, with the files where they do. */
function rowsOf(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  for (const [path, text] of texts)
    for (const [, name = ''] of text.matchAll(ROW)) rows.set(name, [...(rows.get(name) ?? []), path])
  return rows
}

/** Names without exactly one row, and rows without a name of the lists. */
function astray(names: readonly string[], rows: ReadonlyMap<string, readonly string[]>): string[] {
  return [
    ...names.filter((name) => rows.get(name)?.length !== 1).map((name) => `${name}: ${rows.get(name) ?? 'no row'}`),
    ...[...rows.keys()].filter((name) => !names.includes(name)).map((name) => `${name}: in no list`),
  ]
}

const deviations = sources.filter(({ path }) => path.startsWith('mock/deviations/'))
const texts = new Map(
  deviations.map(({ path }) => [path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')]),
)

test('every fault and every variant has exactly one row that begins with its name', () => {
  const names = [...listFaults(), ...listVariants()].map(({ name }) => name)
  assert.deepEqual(astray(names, rowsOf(texts)), [])
})

test('a composed name, a repeated one and a row without use are found', () => {
  const rows = rowsOf(
    new Map([
      ['a.ts', "fault('plain', []),\nfault(\n  'spread',\n),\nfault(`error-$" + '{status}-html`, []),'],
      ['b.ts', "variant('twice', ''), variant('twice', ''), fault('unused', []), ['in-a-list']"],
    ]),
  )
  assert.deepEqual(astray(['plain', 'spread', 'error-400-html', 'twice', 'in-a-list'], rows), [
    'error-400-html: no row',
    'twice: b.ts,b.ts',
    'in-a-list: no row',
    'unused: in no list',
  ])
})
