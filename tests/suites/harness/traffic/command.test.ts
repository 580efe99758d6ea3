import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { placed } from '../../../../reporters/traffic/text.ts'
import { faultBySchema } from '../../../../suites/harness/catalogue/published-schema.ts'
import { folder, main } from '../../../cli/command.ts'
import { inThisProcess, type Said } from '../../../cli/in-this-process.ts'
import { asked } from '../http/exchanges.ts'

const directory = folder()

function line(id: number | string, status = 200, url = '/v1/models'): string {
  const response = { status, media_type: 'application/json', request_id: `id-${id}` }
  return `${JSON.stringify({ at: '2026-11-01T00:00:00Z', request: { method: 'GET', url }, response })}\n`
}

const ofHosts = (options: string): string => `hosts.ndjson ${options}`
const write = (name: string, text: string): void => writeFileSync(join(directory, name), text)
const judge = (...args: readonly string[]): Promise<Said> => inThisProcess(['judge', ...args], directory, {})
const json = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(directory, name), 'utf8')) as Record<string, unknown>

test('exits with 1 if something was broken, and never calls a gateway conformant', async () => {
  write('good.ndjson', line(1) + line(2))
  write('bad.ndjson', line(1) + line(2, 418))
  write('other.ndjson', line(1, 200, '/metrics'))
  write('cut.har', '{"log":{"entries":[')
  const good = await judge('good.ndjson')
  assert.deepEqual([good.code, good.stdout.split('\n')[0]], [0, 'NOTHING BROKEN: 2 exchanges, 2 judged'])
  assert.match(good.stdout, /request-id-unique, 0 of 2 broke it: below 77\.7 % at 95 %/)
  assert.doesNotMatch(good.stdout, /CONFORMANT/)
  const bad = await judge('bad.ndjson', '--out', 'bad.json')
  assert.equal(bad.code, 1)
  assert.match(
    bad.stdout,
    /✖ models-statuses \(4\.1\): 1 of 2 broke it: at most \d+\.\d % at 95 %\n {4}bad\.ndjson: line 2: got 418/,
  )
  assert.equal((await judge('other.ndjson')).code, 3)
  assert.match(
    (await judge('cut.har')).stdout,
    /: 0 exchanges, 0 judged, 1 unreadable record \(a file may be cut off\)/,
  )
  assert.equal(faultBySchema('traffic', json('bad.json')), undefined)
  assert.equal(json('bad.json').conclusion, 'broken')
})

test('a broken should is not called nothing, and counts with --strict alone', async () => {
  const model = { id: 'svc/a', object: 'model', created: 1, owned_by: 'svc' }
  const text = JSON.stringify({ object: 'list', data: [model, model] })
  const head = { 'content-type': 'application/json', 'x-svc-request-id': 'id-1' }
  const headers = Object.entries(head).map(([name, value]) => ({ name, value }))
  const request = { method: 'GET', url: 'https://a.example/v1/models', headers: [] }
  const entry = {
    startedDateTime: '2026-11-01T00:00:00Z',
    request,
    response: { status: 200, headers, content: { text } },
  }
  write('should.har', JSON.stringify({ log: { entries: [entry] } }))
  const [usual, strict] = [await judge('should.har'), await judge('should.har', '--strict')]
  assert.deepEqual([usual.code, strict.code], [0, 1])
  assert.match(usual.stdout, /^NO MUST BROKEN: 1 exchange, 1 judged\n\n! list-ids-unique /)
  assert.match(strict.stdout, /^BROKEN: /)
})

test('names the content type, counts one as one, and says a location once', async () => {
  write('html.ndjson', line(1, 401).replace('application/json', 'text/html'))
  const { stdout } = await judge('html.ndjson')
  assert.match(stdout, /html\.ndjson: line 1: the content type is text\/html\n/)
  write(
    'one.ndjson',
    `{"request":{"method":"GET","url":"/v1/models?key=svc_a_secretsecret"},"response":{"status":200}}\n`,
  )
  assert.match((await judge('one.ndjson')).stdout, /^1 requirement held\.[\s\S]* 1 time, first /m)
  const example = { brief: '/id is not a text', where: '' }
  assert.equal(placed({ ...example, at: '/id' }), '/id is not a text')
  assert.equal(placed({ ...example, at: '/data' }), '/id is not a text at /data')
})

test('a mistake in the command is a usage error', async () => {
  write('hosts.ndjson', line(1, 200, 'https://a.example/v1/models') + line(2, 200, 'https://u:p@b.example/v1/models'))
  const hosts = await judge('hosts.ndjson')
  assert.equal(hosts.code, 2)
  assert.match(hosts.stderr, /a\.example, https:\/\/b\.example\); name the gateway with --base-url/)
  const named = await judge('hosts.ndjson', '--base-url', 'https://a.example')
  assert.match(
    named.stdout,
    /2 exchanges, 1 judged, 1 not about this contract, or to another base URL at https:\/\/b\.example\n/,
  )
  for (const args of ['none.har', ...['--statement s.json', '--sign-key k.pem', '--format x'].map(ofHosts)])
    assert.equal((await judge(...args.split(' '))).code, 2, args)
})

test('writes a valid statement, signed or not', async () => {
  write('s.ndjson', line(1) + line(2))
  write('key.pem', String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })))
  const args = ['s.ndjson', '--base-url', 'https://a.example', '--out', 'r.json', '--statement', 's.json']
  assert.equal((await judge(...args)).code, 0)
  assert.equal(faultBySchema('surveillance', json('s.json')), undefined)
  assert.equal((await judge(...args, '--sign-key', 'key.pem')).code, 0)
  const payload = Buffer.from(String(json('s.json').payload), 'base64').toString()
  assert.equal(faultBySchema('surveillance', JSON.parse(payload)), undefined)
})

test('the times of a statement are those of judged exchanges, and unknown if one of these has none', async () => {
  const other = line(2, 200, '/metrics').replace('2026-11-01', '2026-11-30')
  const times = async (text: string): Promise<unknown> => {
    write('times.ndjson', text)
    const args = ['times.ndjson', '--base-url', 'https://a.example', '--out', 'r.json', '--statement', 'times.json']
    await judge(...args)
    const { first, last } = json('times.json').predicate as Record<string, unknown>
    return [first, last]
  }
  const [at, later] = ['2026-11-01T00:00:00.000Z', '2026-11-03T00:00:00.000Z']
  assert.deepEqual(await times(line(1) + other), [at, at])
  assert.deepEqual(await times(line(1) + line(2).replace('2026-11-01', '2026-11-03')), [at, later])
  assert.deepEqual(await times(line(1) + line(2).replace(/"at":"[^"]*",/, '')), [undefined, undefined])
})

test('shows no key of a recorded request in the output or the report', async () => {
  const secret = 'svc_project_secretsecret'
  const headers = [...asked.headers, ['authorization', `Bearer ${secret}`]]
  const body = { utf8: `{"model":"${secret}","${secret}":1}` }
  const request = { method: 'POST', url: `/v1/chat/completions?key=${secret}`, headers, body }
  const response = { status: 200, headers: [['x-svc-request-id', secret]], body, complete: true }
  write('key.ndjson', `${JSON.stringify({ request, response })}\n`)
  const { code, stdout } = await judge('key.ndjson', '--out', 'key.json')
  assert.equal(code, 1)
  assert.ok(!`${stdout}${JSON.stringify(json('key.json'))}`.includes('secretsecret'))
  assert.match(stdout, /key-in-url/)
})

test('reads a long file with little memory', () => {
  const path = join(directory, 'long.ndjson')
  const file = openSync(path, 'w')
  const padding = 'x'.repeat(4000)
  for (let block = 0; block < 300; block += 1) {
    const lines = Array.from({ length: 100 }, (_, i) => line(`${block}-${i}`))
    writeSync(file, lines.join('').replaceAll('"at"', `"note":"${padding}","at"`))
  }
  closeSync(file)
  const args = ['--max-old-space-size=96', main, 'judge', path]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.deepEqual([status, stdout.split('\n')[0], stderr], [0, 'NOTHING BROKEN: 30,000 exchanges, 30,000 judged', ''])
})
