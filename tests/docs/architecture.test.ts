import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { layeredFolders } from '../house/layers.ts'
import { permits, ruleFor } from '../house/rules.ts'
import { paths, sources } from '../house/sources.ts'
import { root, sectionOf, snippetsOf } from './snippets.ts'

const PAGE = 'docs/architecture.md'
const picture = snippetsOf(PAGE).find(({ language }) => language === 'mermaid')?.text ?? ''

/** The paths of each box. */
const boxes = new Map(
  [...picture.matchAll(/^ {2}([a-z]+)\["(.+)"\]$/gm)].map(([, id = '', label = '']) => [id, label.split('<br>')]),
)

const drawn = [...picture.matchAll(/^ {2}([a-z]+) (-->|-\.->) ([a-z]+)$/gm)].map(
  ([, from, arrow, to]) => `${from} ${arrow} ${to}`,
)

/** The box of a path: the box with the longest matching prefix. */
function boxOf(path: string): string | undefined {
  const length = (paths: readonly string[]): number =>
    Math.max(0, ...paths.map((beginning) => (path.startsWith(beginning) ? beginning.length : 0)))
  const [best] = [...boxes].toSorted(([, a], [, b]) => length(b) - length(a))
  return best && length(best[1]) > 0 ? best[0] : undefined
}

test('the diagram shows exactly the existing imports', () => {
  const erasedAlone = new Map<string, boolean>()
  for (const { path, imports } of sources)
    for (const { to, ours, erased } of imports) {
      const [one, other] = [boxOf(path), ours ? boxOf(to) : undefined]
      if (one === undefined || other === undefined || one === other) continue
      erasedAlone.set(`${one} ${other}`, (erasedAlone.get(`${one} ${other}`) ?? true) && erased)
    }
  const real = [...erasedAlone].map(([ends, erased]) => ends.replace(' ', erased ? ' -.-> ' : ' --> '))
  assert.deepEqual(drawn.toSorted(), real.toSorted())
})

test('the import rules permit every arrow between boxes, and none between oracle and mock', () => {
  for (const arrow of drawn) {
    const [from = '', kind, to = ''] = arrow.split(' ')
    const permitted = (boxes.get(from) ?? []).some((one) =>
      (boxes.get(to) ?? []).some((other) =>
        // Others may import the mock only by its entry point.
        permits(ruleFor(one), other === 'mock/' ? 'mock/index.ts' : other, kind === '-.->'),
      ),
    )
    assert.ok(permitted, arrow)
  }
  for (const path of ['suites/', 'suites/harness/', 'reporters/', 'schemas/'])
    assert.equal(permits(ruleFor(path), 'mock/index.ts', true), false, path)
  assert.equal(permits(ruleFor('mock/'), 'suites/harness/', true), false)
})

for (const path of [PAGE, 'CONTRIBUTING.md', '.github/SECURITY.md']) {
  test(`every folder and file that ${path} names exists`, () => {
    const page = readFileSync(join(root, path), 'utf8')
    const named = [
      ...page.matchAll(/`((?:schemas|suites|reporters|mock|cli|tests|bench|examples|\.github|\.ci)\/[^`]*)`/g),
    ].map(([, path = '']) => path)
    assert.ok(named.length > 5)
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    )
  })
}

/** The folders directly in a folder. */
const foldersIn = (folder: string): string[] => [
  ...new Set(
    paths.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : [])).flatMap(firstFolder),
  ),
]

const firstFolder = (path: string): string[] => (path.includes('/') ? [`${path.split('/')[0]}/`] : [])

const [tree = '', ...tables] = sectionOf('CONTRIBUTING.md', 'The tree').split(/^Inside |^Imports go only .* Inside /m)

const listedIn = (table: string): string[] => [...table.matchAll(/^\| `([^`]+\/)` /gm)].map(([, name = '']) => name)

test('CONTRIBUTING lists the folders of the root, schemas/, suites/ and tests/, except mirrors in tests/', () => {
  const all = ['schemas/', 'suites/', 'tests/'].flatMap((top) => foldersIn(top).map((folder) => top + folder))
  const mirrors = foldersIn('').map((folder) => `tests/${folder}`)
  // The Python distribution has no TypeScript, so that `paths` lacks it.
  const expected = ['python/', ...foldersIn(''), ...all].filter((folder) => !mirrors.includes(folder))
  assert.deepEqual(listedIn(tree).toSorted(), expected.toSorted())
})

for (const { parent, layers } of layeredFolders) {
  test(`CONTRIBUTING lists every folder of ${parent}, from the top layer to the bottom`, () => {
    const listed = listedIn(tables.find((table) => table.startsWith(`\`${parent}\``)) ?? '')
    assert.deepEqual(listed.toSorted(), foldersIn(parent).toSorted())
    const depths = listed.map((folder) => layers.findIndex((names) => names.includes(folder.slice(0, -1))))
    assert.deepEqual(
      depths,
      depths.toSorted((a, b) => a - b),
    )
  })
}
