import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirement } from '../../../../suites/harness/catalogue/requirements.ts'
import { judgeWaivers } from '../../../../suites/harness/report/waivers.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { complaintOf } from './complaint.ts'

const HEAD = 'base_url: http://localhost\nkeys: { valid: svc_a_b }\n'
const UNTIL = { owner: 'team edge', expires: '2027-01-31' }
const good = { requirement: 'auth-challenge', reason: 'Our proxy drops it', ...UNTIL } as const

/** A target file with one waiver with changed members. */
function file(changed: Partial<Record<keyof typeof good, string | undefined>> & Record<string, unknown> = {}): string {
  const members = Object.entries({ ...good, ...changed }).filter(([, value]) => value !== undefined)
  return `${HEAD}waivers:\n  - ${members.map(([name, value]) => `${name}: ${value}`).join('\n    ')}\n`
}

const complaint = (text: string): string => complaintOf(() => parseTarget(text, 'target.yaml', { SECRET: 'x' }))

test('reads waivers unchanged, and a target without them has none', () => {
  assert.deepEqual(parseTarget(file(), 'target.yaml', {}).waivers, [good])
  assert.equal(parseTarget(HEAD, 'target.yaml', {}).waivers, undefined)
})

const requiring = (id: string): string => file({ requirement: id })
const EXPIRES = '7:14: waivers[0].expires'
const NEVER_FAILS = '4:18: waivers[0].requirement needs no waiver: a requirement of level'

/** Mistakes: the text, and the error after the file name. */
const mistakes: Readonly<Record<string, readonly [text: string, says: string]>> = {
  'no owner': [file({ owner: undefined }), "4:5: waivers[0] lacks 'owner'; write owner: …"],
  'an empty reason': [file({ reason: "''" }), '5:13: waivers[0].reason is empty'],
  'an unknown member': [
    file({ until: '2027-01-31' }),
    '8:5: waivers[0].until is unknown here; there are requirement, reason, owner, expires',
  ],
  'a requirement that does not exist': [
    requiring('auth-chalenge'),
    '4:18: waivers[0].requirement is not a requirement; did you mean auth-challenge?',
  ],
  'a requirement that resembles none': [
    requiring('everything-at-all-in-the-world'),
    '4:18: waivers[0].requirement is not a requirement; svc-conformance list requirements shows all',
  ],
  'an observation': [requiring('stream-pace'), `${NEVER_FAILS} observe never fails`],
  'a requirement that no request can show': [
    requiring('service-metering'),
    `${NEVER_FAILS} not-observable never fails`,
  ],
  'a day in another form': [file({ expires: '31.01.2027' }), `${EXPIRES} must be a day such as 2027-01-31`],
  'only a year': [file({ expires: '2027' }), `${EXPIRES} must be a day such as 2027-01-31`],
  'a day that does not exist': [file({ expires: '2027-02-30' }), `${EXPIRES} is not a date of the calendar`],
  'a secret in a reason': [
    file({ reason: '"${SECRET}"' }),
    '5:13: waivers[0].reason may not read the environment, because reports show waivers; write plain text',
  ],
  'a waiver instead of a list': [`${HEAD}waivers: { requirement: auth-challenge }\n`, '3:10: waivers must be a list'],
  'two waivers of one requirement': [
    `${file()}  - { requirement: auth-challenge, reason: a, owner: b, expires: 2027-01-31 }\n`,
    '8:20: waivers[1].requirement is waived twice; keep one of the two',
  ],
}
for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is reported with its location and its fix`, () => assert.equal(complaint(text), `target.yaml:${says}`))

const at = (time: string): Date => new Date(time)
for (const [verdict, time, state] of [
  ['fail', at('2027-01-31T23:59:59Z'), 'in-force'],
  ['warn', at('2026-06-01T00:00:00Z'), 'in-force'],
  ['pass', at('2026-06-01T00:00:00Z'), 'stale'],
  ['not-evidenced', at('2026-06-01T00:00:00Z'), 'idle'],
  ['inconclusive', at('2026-06-01T00:00:00Z'), 'idle'],
  ['not-selected', at('2026-06-01T00:00:00Z'), 'idle'],
  ['error', at('2026-06-01T00:00:00Z'), 'idle'],
  ['fail', at('2027-02-01T00:00:00Z'), 'expired'],
  ['pass', at('2027-02-01T00:00:00Z'), 'expired'],
] as const)
  test(`at ${time.toISOString()}, with the verdict ${verdict}, a waiver until 2027-01-31 is ${state}`, () => {
    const judged = [{ requirement: requirement(good.requirement), verdict, findings: [], consequences: [] }]
    assert.deepEqual(judgeWaivers([good], judged, time), [{ ...good, state }])
  })
