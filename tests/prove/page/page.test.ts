import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaultRow, Matrix } from '../matrix.ts'
import { matrixPage } from './page.ts'

const hostile = '<script>alert(1)</script>&"\''
const killed: Omit<FaultRow, 'name'> = {
  breaks: ['model-id'],
  shows: '',
  red: ['model-id'],
  conclusion: 'nonconformant',
  killers: ['models.ids'],
  problems: [],
}
const matrix: Matrix = {
  figures: {
    ...{ faults: 2, killed: 1, killedExactly: 1, variants: 1, green: 1, nullServers: 1, undeserved: 0 },
    ...{ notAccused: 1, concluded: { nonconformant: 2, incomplete: 0, conformant: 1 } },
    ...{ redTeamFaults: 1, redTeamCaught: 1, redTeamUnmet: 0, redTeamVariants: 0, redTeamGreen: 0, checks: 1 },
  },
  guards: {},
  faults: [
    { ...killed, name: 'good', shows: hostile },
    { ...killed, name: hostile, red: ['list-data'], conclusion: 'conformant', killers: [hostile], problems: [hostile] },
  ],
  variants: [{ name: 'free', freedom: hostile, problems: [] }],
  nullServers: [{ name: 'silent', conclusion: 'incomplete', passes: [], reason: hostile, problems: [] }],
  redTeam: {
    faults: [{ ...killed, name: 'models.x', breaks: ['model-*'], killers: ['every response: model-id'] }],
    variants: [],
  },
}
const page = matrixPage(matrix)

test('nothing out of the rows becomes markup', () => {
  assert.equal(page.split('<script>').length, 2)
  assert.ok(!page.includes('alert(1)</script>'))
  assert.ok(page.includes('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;'))
})

test('the page asks the network for nothing', () => {
  assert.doesNotMatch(page, /\b(?:src|action)=|href="[^#]|url\(|@import|https?:/)
  assert.match(page, /default-src &#39;none&#39;/)
})

test('what went wrong stands out, and what is red beyond the requirements that a fault breaks', () => {
  assert.equal(page.split('<tr class="wrong">').length, 2)
  assert.equal(page.split('<code class="bad">').length, 2)
  assert.match(page, /<code class="bad">list-data<\/code>/)
})

test('every row is there without the script, and tables without rows are not', () => {
  for (const name of ['good', 'free', 'silent', 'models.x']) assert.ok(page.includes(`<code>${name}</code>`))
  assert.doesNotMatch(page, /<tr[^>]*hidden/)
  assert.doesNotMatch(page, /Variants of the red team/)
})

test('the conclusion of each fault is there, and how many were not accused', () => {
  assert.match(page, /nonconformant 2, incomplete 0, conformant 1; 1 break a must and were not accused/)
  assert.match(page, /<td>conformant<\/td>/)
})

test('core has a column and a figure where it has run', () => {
  assert.doesNotMatch(page, /in core|one key/)
  const core = { promised: ['model-id'], red: [], requests: 9, problems: [], isUnmet: false } as const
  const [good, bad] = matrix.faults.map((row) => ({ ...row, core }))
  assert.ok(good && bad)
  const missed = { ...bad, core: { ...core, problems: ['core: survived'] } }
  const { figures, redTeam } = matrix
  const counted = { ...figures, corePromised: 2, coreKilled: 1 }
  const both = matrixPage({ ...matrix, figures: counted, faults: [good, missed], redTeam })
  assert.match(both, /<td>killed<\/td>/)
  assert.match(both, /<span class="bad">not killed<\/span>/)
  assert.match(both, /1 killed by core/)
})

test('a part says which it is', () => {
  assert.match(matrixPage(matrix, 'part 2 of 3'), /<h1>Kill matrix, part 2 of 3<\/h1>/)
})
