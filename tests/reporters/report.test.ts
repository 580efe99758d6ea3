import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { schemaFile } from '../../schemas/index.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { unaltered, unavailable, withoutRequestIds } from './alterations.ts'
import { reportOn, reportOnMock } from './samples.ts'

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile('formats/report.schema.json'), 'utf8')) as object)

const samples: readonly (readonly [title: string, ...run: Parameters<typeof reportOn>])[] = [
  ['a conforming gateway', unaltered],
  ['a gateway without request ids', withoutRequestIds],
  [
    'a gateway whose bodies are not text',
    (response) => void (response.body = Buffer.from([0xff, 0x00, 0x80, 0x0a])),
    'smoke',
  ],
  [
    'a gateway that accepts everything',
    (response) => void Object.assign(response, { status: 200, body: Buffer.from('{}') }),
  ],
  ['an unavailable gateway', unavailable],
  [
    'a gateway with long bodies',
    (response) => void (response.body = Buffer.concat([response.body, Buffer.alloc(20_000, 'é')])),
    'smoke',
  ],
]

for (const [title, ...run] of samples)
  test(`${title}: the report follows its schema, and is consistent`, async () => {
    const report = JSON.parse(JSON.stringify(await reportOn(...run))) as Report
    assert.ok(validate(report), ajv.errorsText(validate.errors))
    const exchanges = new Set(report.exchanges.map(({ id }) => id))
    for (const { id, verdict, findings, evidence } of report.requirements) {
      assert.ok(findings.length <= 10, id)
      if (verdict === 'pass') assert.ok(evidence > 0, `${id} passes without evidence`)
      if (verdict === 'fail' || verdict === 'warn') assert.equal(findings[0]?.outcome, 'fail', id)
      for (const { curl, exchanges: shown } of findings) {
        for (const name of shown) assert.ok(exchanges.has(name), `${id}: ${name} is not in the report`)
        assert.equal(curl === undefined, shown.length === 0, `${id}: ${curl}`)
      }
    }
    assert.ok(!JSON.stringify(report).includes('not-a-real-secret'), 'a key is in the report')
  })

test('the report has the route to each state', async () => {
  const { requirements, checks, states, times } = await reportOnMock('full')
  const shown = states.map(({ status, route }) => [status, route])
  assert.deepEqual(shown, [
    [200, 'checked'],
    [400, 'checked'],
    [401, 'checked'],
    [403, 'provoked'],
    [404, 'checked'],
    [413, 'checked'],
    [429, 'provoked'],
    [500, 'provoked'],
    [503, 'provoked'],
  ])
  for (const { of, answers: responses, median, p90 } of times)
    assert.ok(responses > 0 && median > 0 && p90 >= median, of)
  assert.equal(times.length, 5)
  const routes = new Map(requirements.map(({ id, route }) => [id, route]))
  assert.equal(routes.get('auth-disabled'), 'provoked')
  assert.equal(routes.get('models-list'), 'checked')
  assert.equal(routes.get('error-message'), 'seen in passing')
  assert.equal(routes.get('service-not-stored'), undefined)
  // These checks send nothing if every list of the run is the same, nothing fails, and larger profiles judge it.
  const idle = ['model-listed-callable.every-list', 'client-headers-tolerated.explained', 'request-size-refused.seen']
  // Checks with more rows run only as far as the budget allows.
  for (const { id, ran } of checks) if (!id.endsWith('.more')) assert.equal(ran, !idle.includes(id), id)
})

test('counts findings beyond ten', async () => {
  const { requirements } = await reportOn(withoutRequestIds)
  const found = requirements.find(({ id }) => id === 'request-id-present')
  assert.equal(found?.findings.length, 10)
  assert.ok((found?.more ?? 0) > 10)
})

test('the replay line of a requirement about every response names the check that showed the failure', async () => {
  const { requirements } = await reportOn((response) => {
    if (response.status === 413) delete response.headers['x-svc-request-id']
  })
  const findings = requirements.find(({ id }) => id === 'request-id-present')?.findings ?? []
  // The last check repeats requests of others, so only the whole run reproduces its finding.
  const [own] = findings.filter(({ exchanges: [id = ''] }) => !id.startsWith('client-headers-tolerated.space/'))
  assert.match(
    own?.replay ?? '',
    /^npx svc-conformance run --target target\.yaml --seed \d+ --runs \d+ --requirement request-id-present --check (completion-json\.at-once|request-id-generated|request-size-refused) --out out\/replay\/request-id-present$/,
  )
})
