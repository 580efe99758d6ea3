import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../mock/index.ts'
import { caseFiles, changed, loadCases, planOf, type Row } from '../../suites/checks/rows/cases.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { parseJson } from '../../suites/harness/http/exact-json.ts'
import { complete, type Plan } from '../../suites/harness/http/request.ts'
import { schemaBreaches } from '../../suites/harness/judge/schema.ts'
import { mockAccepts, schemaAccepts } from './readers.ts'

const plain = { model: demo.chat, messages: [{ role: 'user', content: 'Hello.' }], max_tokens: 16 }
const bodyOf = ({ body }: Plan): string => (typeof body === 'string' ? body : Buffer.from(body ?? []).toString())

const required: readonly string[] = requirements.filter(({ level }) => level === 'must').map(({ id }) => id)

function blamed(body: string): string[] {
  const parsed = parseJson(body)
  if (!parsed.ok) return ['request-body-json']
  return [...new Set(schemaBreaches('chat-completion-request', parsed.value).map(({ requirement }) => requirement))]
}

function controlOf(row: Row): Plan {
  return complete(row.control ? changed(plain, row.control) : plain)
}

for (const { requirement, rows } of caseFiles.flatMap(loadCases)) {
  test(`${requirement}: schema and mock judge its ${rows.length} cases as labelled`, () => {
    for (const row of rows) {
      const body = bodyOf(planOf(row, plain))
      assert.equal(schemaAccepts(body), row.expect === 'accepted', `the schema on ${row.title}`)
      assert.equal(mockAccepts(body), row.expect === 'accepted', `the mock on ${row.title}`)
    }
  })

  test(`${requirement}: the control of each refused case is valid`, () => {
    for (const row of rows) if (row.expect !== 'accepted') assert.ok(schemaAccepts(bodyOf(controlOf(row))), row.title)
  })

  // The schema treats null as a wrong type, and blames the field rather than rule 2.
  if (requirement === 'request-no-null') continue
  // A renamed member is both missing and unlisted; inside a message, the latter is a should.
  test(`${requirement}: a refused case breaks no other must`, () => {
    for (const row of rows.filter(({ expect }) => expect !== 'accepted')) {
      const broken: string[] = blamed(bodyOf(planOf(row, plain))).filter(
        (id) => id === requirement || required.includes(id),
      )
      assert.deepEqual(broken, [requirement], row.title)
    }
  })
}
