import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deadLinks, pagesOf } from '../../../packaging/site/pages.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { root } from '../../docs/snippets.ts'

const pages = pagesOf(root)

test('the site has a page for each requirement, and no dead links', () => {
  for (const { id } of requirements) assert.ok(pages.has(`requirements/${id}.md`), id)
  assert.deepEqual(deadLinks(pages, root), [])
})

test('the page of a requirement has sections on fixes, tests, faults and incidents', () => {
  const page = pages.get('requirements/stream-done.md') ?? ''
  for (const title of ['How to fix it', 'How it is tested', 'What breaks it', 'Seen in the field'])
    assert.match(page, new RegExp(`^## ${title}$`, 'm'))
  assert.match(page, /`stream-done-missing`/)
})

test('finds a dead link', () => {
  assert.deepEqual(
    deadLinks(
      new Map([
        ['docs/a.md', '[b](b.md) [c](c.md)'],
        ['docs/b.md', ''],
      ]),
      root,
    ),
    ['docs/a.md → docs/c.md'],
  )
})
