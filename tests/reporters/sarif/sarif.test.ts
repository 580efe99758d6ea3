/** SARIF reports, validated with the schema that Microsoft publishes in the package @microsoft/jest-sarif (MIT). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { sarif } from '../../../reporters/formats/sarif.ts'
import { causesIn, leadOf } from '../../../reporters/wording/causes.ts'
import { unaltered, unavailable, withoutRequestIds } from '../alterations.ts'
import { markUp } from '../markup.ts'
import { reportOn } from '../samples.ts'

interface Log {
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly help: object }[] } }
      readonly invocations: readonly [{ readonly executionSuccessful: boolean }]
      readonly results: readonly {
        readonly ruleId: string
        readonly ruleIndex: number
        readonly level: string
        readonly message: { readonly text: string }
        readonly locations: readonly object[]
        readonly partialFingerprints: Readonly<Record<string, string>>
      }[]
    },
  ]
}

const [conformant, broken, marked, absent] = await Promise.all(
  [unaltered, withoutRequestIds, markUp, unavailable].map((gateway) => reportOn(gateway, 'smoke')),
)
assert.ok(conformant && broken && marked && absent)

// The schema is of draft 4. For Ajv, which has later drafts, it differs only in these two members.
const file = gunzipSync(readFileSync(new URL('sarif-2.1.0-rtm.5.json.gz', import.meta.url))).toString()
const { $schema: draft, id, ...schema } = JSON.parse(file) as { readonly $schema: string; readonly id: string }
const isValid = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)

for (const [title, report] of Object.entries({ conformant, broken, marked, absent }))
  test(`SARIF of a report that is ${title} follows its schema`, () => {
    assert.match(draft + id, /draft-04.*sarif-2\.1\.0/)
    assert.ok(isValid(JSON.parse(sarif(report))), JSON.stringify(isValid.errors))
  })

test('the schema rejects members and levels that SARIF does not have', () => {
  const text = sarif(broken)
  for (const [from, to] of [
    ['"level": "error"', '"level": "fatal"'],
    ['"ruleId"', '"rule"'],
    ['"executionSuccessful"', '"successful"'],
  ] as const) {
    assert.ok(text.includes(from))
    assert.ok(!isValid(JSON.parse(text.replace(from, to))), from)
  }
})

test('each cause is a result with its first requirement, the URL of the gateway, and the fix', () => {
  const { results, tool, invocations } = (JSON.parse(sarif(broken)) as Log).runs[0]
  const causes = causesIn(broken)
  const ruleIds = results.map(({ ruleId }) => ruleId).join()
  assert.equal(ruleIds, causes.map((cause) => leadOf(cause, broken)?.id).join())
  const { rules } = tool.driver
  const atGateway: readonly object[] = [
    { logicalLocations: [{ fullyQualifiedName: broken.target.base_url, kind: 'resource' }] },
  ]
  for (const { ruleId, ruleIndex, level, message, locations } of results) {
    assert.equal(rules[ruleIndex]?.id, ruleId)
    assert.match(level, /^(?:error|warning)$/)
    assert.match(message.text, /\nBreaks: [\s\S]*\nHow to fix it: /)
    assert.deepEqual(locations, atGateway)
  }
  const fix = broken.requirements.find((requirement) => requirement.id === 'request-id-present')?.mend
  assert.deepEqual(rules.find((rule) => rule.id === 'request-id-present')?.help, { text: fix })
  const prints = results.map(({ partialFingerprints }) => partialFingerprints['cause/v1'])
  assert.deepEqual([new Set(prints).size, invocations[0].executionSuccessful], [causes.length, true])
})

test('an incomplete run is not successful, and a conformant one has no results', () => {
  const [of] = (JSON.parse(sarif(absent)) as Log).runs
  assert.deepEqual([absent.conclusion, of.invocations[0].executionSuccessful], ['incomplete', false])
  const [run] = (JSON.parse(sarif(conformant)) as Log).runs
  assert.deepEqual([run.results, run.invocations[0].executionSuccessful], [[], true])
})
