import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Detail, detailsOf, MAX_CURL_LENGTH } from '../../../reporters/wording/details.ts'
import type { ReportedFinding } from '../../../suites/harness/report/requirement.ts'

const finding: ReportedFinding = {
  outcome: 'fail',
  message: 'a title (a/1): got 500',
  asked: 'a title',
  exchanges: ['a/1'],
}
const placed = {
  message: 'created is text (only with stream: true)',
  expected: 'integer',
  actual: '"1"',
  at: '/created',
}
const intermittent = { failed: 1, of: 30, low: 0.0008, high: 0.172, by: ['each failed on a reused connection'] }
const connection = { after: 'b/1', status: 413 }

const rows: Readonly<Record<string, readonly [change: Partial<ReportedFinding>, details: readonly Detail[]]>> = {
  'a message without its request': [
    {},
    [
      ['request', 'a title'],
      ['found', 'got 500'],
      ['exchange', 'a/1'],
    ],
  ],
  'values and their location instead of the message, with the condition': [
    { ...placed, request: 'stream: true' },
    [
      ['request', 'stream: true'],
      ['found', 'only with stream: true'],
      ['received', '"1"'],
      ['expected', 'integer'],
      ['where', '/created'],
      ['exchange', 'a/1'],
    ],
  ],
  'a rate, a connection, and the name of the file for a long curl line': [
    { intermittent, connection, curl: 'c'.repeat(MAX_CURL_LENGTH + 1), replay: 'replay a/1', generated: 'seed 1' },
    [
      ['request', 'a title'],
      ['found', 'got 500'],
      [
        'rate',
        'intermittent: the same request also got the expected response; 1 of 30 comparable responses failed in this way (0.1–17 %); each failed on a reused connection',
      ],
      [
        'before',
        'b/1 was sent before it on this connection and got 413; on a new connection the failure does not repeat',
      ],
      ['exchange', 'a/1; its curl line (2001 characters) is in report.json'],
      ['replay', 'replay a/1'],
      ['generated', 'seed 1'],
    ],
  ],
  'a connection without a response, and a curl line': [
    { connection: { after: 'b/1' }, curl: 'curl x' },
    [
      ['request', 'a title'],
      ['found', 'got 500'],
      [
        'before',
        'b/1 was sent before it on this connection and got no response; on a new connection the failure does not repeat',
      ],
      ['exchange', 'a/1'],
      ['curl', 'curl x'],
    ],
  ],
}

for (const [title, [change, details]] of Object.entries(rows))
  test(`shows ${title}`, () => assert.deepEqual(detailsOf({ ...finding, ...change }), details))
