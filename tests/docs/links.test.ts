import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { pages } from './pages.ts'
import { root, sectionOf } from './snippets.ts'

/** The text of a page without code, whose brackets are not links and whose `#` is not a heading. */
function prose(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
}

/** The anchors of headings, by the rules of GitHub. */
function anchorsOf(page: string): string[] {
  return [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

interface Link {
  readonly page: string
  readonly to: string
}

const links: readonly Link[] = pages.flatMap((page) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ page, to })),
)

test('every relative link refers to an existing file, and every anchor to a heading', () => {
  // Releases exist only on the hosting site, and in no clone.
  const inner = links.filter(({ to }) => !/^https?:|^\.\.\/\.\.\/releases\//.test(to))
  assert.ok(inner.length > 40)
  const broken = inner.filter(({ page, to }) => {
    const [path = '', anchor] = to.split('#')
    const file = path === '' ? page : posix.join(posix.dirname(page), path)
    if (!existsSync(join(root, file))) return true
    return anchor !== undefined && !anchorsOf(file).includes(anchor)
  })
  assert.deepEqual(broken, [])
})

test('the tables in the README name every page of docs/, and architecture.md every decision', () => {
  const [, table = ''] = prose('README.md').split(/^## Documentation$/m)
  const named = [...table.matchAll(/^\| \[[a-z-]+\]\((docs\/[^)]+)\)/gm)].map(([, to]) => to)
  const decisions = prose('docs/architecture.md').match(/(?<=\]\()decisions\/[^)]+/g) ?? []
  const expected = pages.filter((page) => page.startsWith('docs/'))
  assert.deepEqual([...named, ...decisions.map((page) => `docs/${page}`)].toSorted(), expected.toSorted())
})

test('derives anchors from headings as GitHub does', () => {
  const anchors = anchorsOf('docs/target-file.md')
  assert.ok(anchors.includes('proxy-socket-and-http2') && anchors.includes('keys-stay-out-of-the-file'))
  assert.ok(!anchors.includes('no-such-heading'))
})

const MAX_LINES = 2
const MAX_WIDTH = 160

test('an entry of the changelog has at most two lines', () => {
  const entries = sectionOf('CHANGELOG.md', 'Unreleased')
    .split(/^(?=- )/m)
    .slice(1)
  assert.ok(entries.length > 0)
  const long = entries
    .map(
      (entry) =>
        entry
          .split(/\n(?=\n|#)/, 1)[0]
          ?.trimEnd()
          .split('\n') ?? [],
    )
    .filter((lines) => lines.length > MAX_LINES || lines.some((line) => line.length > MAX_WIDTH))
  assert.deepEqual(long, [])
})
