import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusText } from '../../../../mock/server/admin/prometheus.ts'

const sample = (status: string, value: number | bigint) => ({ labels: { status, project: 'a' }, value })

test('each metric is a block of help, type and samples, separated by blank lines', () => {
  const text = prometheusText([
    { name: 'requests_total', help: 'Requests.', type: 'counter', samples: [sample('200', 3), sample('404', 0n)] },
    { name: 'open_streams', help: 'Streams under way.', type: 'gauge', samples: [{ labels: {}, value: 1.5 }] },
    { name: 'never_total', help: 'Nothing yet.', type: 'counter', samples: [] },
  ])
  assert.equal(
    text,
    `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{status="200",project="a"} 3
requests_total{status="404",project="a"} 0

# HELP open_streams Streams under way.
# TYPE open_streams gauge
open_streams 1.5

# HELP never_total Nothing yet.
# TYPE never_total counter
`,
  )
})

test('escapes quotes, backslashes and line ends as the format requires', () => {
  const labels = { project: 'a "b" \\ c\nd' }
  const text = prometheusText([{ name: 'x', help: 'a "b" \\ c\nd', type: 'gauge', samples: [{ labels, value: 1 }] }])
  assert.match(text, /^# HELP x a "b" \\\\ c\\nd$/m)
  assert.match(text, /^x\{project="a \\"b\\" \\\\ c\\nd"\} 1$/m)
})

test('writes an integer beyond 2^53 as the float that Prometheus would parse', () => {
  const value = 9_007_199_254_740_993n
  const text = prometheusText([{ name: 'x', help: 'X.', type: 'counter', samples: [{ labels: {}, value }] }])
  assert.match(text, /^x 9007199254740992$/m)
})
