import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { runMock } from '../cli/mock/running-mock.ts'
import { operations } from '../mock/server/admin/admin-client.ts'
import { sectionOf, snippetsOf } from './snippets.ts'

const [PAGE, SECTION] = ['docs/mock-server.md', 'The admin API'] as const
const ADMIN = 'http://127.0.0.1:9090'
const text = sectionOf(PAGE, SECTION)
const snippets = snippetsOf(PAGE).filter(({ section }) => section === SECTION)
const commands = snippets.filter(({ language }) => language === 'sh')
const run = promisify(execFile)

test('the commands of the page do what the page says, one after the other', async () => {
  const [start, ...curls] = commands
  assert.equal(start?.text, 'npx svc-conformance mock --port 8080 --admin-port 9090')
  const mock = await runMock(['--admin-port', '0'])
  const [, url = ''] = await mock.until(/The admin API listens at (\S+)\n/)
  const outputs: string[] = []
  for (const { text: lines, where } of curls) {
    assert.ok(lines.includes(ADMIN), where)
    const { stdout } = await run('sh', ['-ec', lines.replaceAll(ADMIN, url)])
    outputs.push(stdout)
  }
  mock.kill('SIGTERM')
  assert.equal((await mock.ended).code, 0)
  assert.equal(outputs.length, 8)
  assert.match(outputs[0] ?? '', /"name":"my-test","key":"svc_/)
  assert.match(outputs[1] ?? '', /"name":"my-test".*"requests_per_minute":\{"limit":60,"used":0\}/)
  assert.match(outputs[2] ?? '', /"words":"503 unavailable with Retry-After 1","count":2/)
  assert.match(outputs[5] ?? '', /"requests":0.*"more":false.*"ok":true/s)
  assert.match(outputs[6] ?? '', /"id":"obs_1"/)
  assert.match(outputs[7] ?? '', /# TYPE svc_mock_open_streams gauge/)
  // The table of the page has to list every metric.
  for (const [, name = ''] of (outputs[7] ?? '').matchAll(/^# TYPE (\w+)/gm))
    assert.match(text, new RegExp(`\\| \`${name}\``))
})

test('the scrape settings of the page are valid for Prometheus and use this port', () => {
  const [settings] = snippets.filter(({ language }) => language === 'yaml')
  const { scrape_configs: jobs } = parse(settings?.text ?? '')
  // The default path is /metrics, and the default scheme is http.
  assert.deepEqual(jobs, [{ job_name: 'svc-mock', static_configs: [{ targets: [new URL(ADMIN).host] }] }])
})

test('the page names no path that the API lacks', () => {
  const named = [...text.matchAll(/`(?:GET |POST )?(\/[a-z][\w/.]*)`/g)].map(([, path]) => path)
  assert.ok(named.length >= 5)
  for (const path of named)
    assert.ok(
      operations.some((one) => one.path === path),
      path,
    )
})
