/** The mock names each requirement where the code keeps it: `keeps: [...]` in a row, else `// keeps: ...`. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { requirementIds } from '../../../schemas/requirement-ids.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The field of a row, or a comment in the code. */
const KEEPS = /\bkeeps: (\[[^\]]*\])|\/\/ keeps: ([^\n]*)/g

const named = new Set(
  readdirSync(join(root, 'mock'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('deviations'))
    .flatMap((path) => [...readFileSync(join(root, 'mock', path), 'utf8').matchAll(KEEPS)])
    .flatMap(([, row = '', comment = row]) => comment.match(/[a-z0-9-]+/g) ?? []),
)

test('every name after `keeps` is a requirement', () => {
  const known: ReadonlySet<string> = new Set(requirementIds)
  const unknown = [...named].filter((name) => !known.has(name))
  assert.deepEqual(unknown, [])
})

test('the mock names every requirement of level must', () => {
  const unkept = requirements.filter(({ id, level }) => level === 'must' && !named.has(id)).map(({ id }) => id)
  assert.deepEqual(unkept, [])
})
