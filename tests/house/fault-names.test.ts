/** Tests that each fault and variant has its name literally in its row, so that a text search finds it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFaults, listVariants } from '../../mock/index.ts'
import { sources } from './sources.ts'

const ROW = /^ {2,6}(?:(?:breaking|allowed)\(.*\{ )?'([a-z\d]+(?:-[a-z\d]+)*)(?:: [^\n]+?)?':/gm

/** The names at the beginning of rows, with their files. */
function rowsOf(texts: readonly { readonly path: string; readonly text: string }[]): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  for (const { path, text } of texts)
    for (const [, name = ''] of text.matchAll(ROW)) rows.set(name, [...(rows.get(name) ?? []), path])
  return rows
}

/** Names without exactly one row, and rows whose name is in no list. */
function astray(names: readonly string[], rows: ReadonlyMap<string, readonly string[]>): string[] {
  return [
    ...names.filter((name) => rows.get(name)?.length !== 1).map((name) => `${name}: ${rows.get(name) ?? 'no row'}`),
    ...[...rows.keys()].filter((name) => !names.includes(name)).map((name) => `${name}: in no list`),
  ]
}

test('every fault and variant has exactly one row that begins with its name', () => {
  const names = [...listFaults(), ...listVariants()].map(({ name }) => name)
  assert.deepEqual(astray(names, rowsOf(sources.filter(({ path }) => path.startsWith('mock/deviations/')))), [])
})

test('finds composed names, repeated names and unused rows', () => {
  const rows = rowsOf([
    {
      path: 'a.ts',
      text: "  breaking([], {\n    'plain': [''],\n    'spread': [\n    ],\n    [`error-$" + '{status}-html`]: [],',
    },
    { path: 'b.ts', text: "    'twice': [],\n    'twice': [],\n    'unused': [],\n      'in-a-list'," },
  ])
  assert.deepEqual(astray(['plain', 'spread', 'error-400-html', 'twice', 'in-a-list'], rows), [
    'error-400-html: no row',
    'twice: b.ts,b.ts',
    'in-a-list: no row',
    'unused: in no list',
  ])
})
