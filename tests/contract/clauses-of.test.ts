import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clausesOf } from './clauses-of.ts'

const sample = `# A contract

It has a preface. It costs 2.50 each.

## 1. Words

- One item.
- Two sentences. Here is the second, with e.g. an abbreviation.

### 1.1 Table

| Field | Rule |
|---|---|
| a.b | \`x\` or \`y\` |
| c d | none |

1. A rule.
2. Two rules. \`code\` begins the second.
`

test('splits a contract into headings, sentences, items, rows and rules, each with its place', () => {
  assert.deepEqual(
    clausesOf(sample).map(({ place, text }) => [place, text]),
    [
      ['0/heading', '# A contract'],
      ['0/sentence/1', 'It has a preface.'],
      ['0/sentence/2', 'It costs 2.50 each.'],
      ['1/heading', '## 1. Words'],
      ['1/item/1', 'One item.'],
      ['1/item/2/sentence/1', 'Two sentences.'],
      ['1/item/2/sentence/2', 'Here is the second, with e.g. an abbreviation.'],
      ['1.1/heading', '### 1.1 Table'],
      ['1.1/row/a-b', '| Field | Rule | | a.b | `x` or `y` |'],
      ['1.1/row/c-d', '| Field | Rule | | c d | none |'],
      ['1.1/rule/1', 'A rule.'],
      ['1.1/rule/2/sentence/1', 'Two rules.'],
      ['1.1/rule/2/sentence/2', '`code` begins the second.'],
    ],
  )
})

const digests = (text: string): string[] => clausesOf(text).map(({ digest }) => digest)

test('a digest does not change with white space', () => {
  assert.deepEqual(
    digests(sample.replaceAll(' ', '  ').replaceAll('#  ', '# ').replaceAll('-  ', '- ').replaceAll('.  ', '. ')),
    digests(sample),
  )
})

test('a digest changes with a word, and that of a row also with the table header', () => {
  const changes = (from: string, to: string): number => {
    const after = new Set(digests(sample.replace(from, to)))
    return digests(sample).filter((digest) => !after.has(digest)).length
  }
  assert.equal(changes('A rule', 'Some rule'), 1)
  assert.equal(changes('| Rule |', '| Advice |'), 2)
})
