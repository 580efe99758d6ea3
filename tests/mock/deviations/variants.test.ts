import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Deviations } from '../../../mock/deviations/registry.ts'
import { demo, listFaults, listVariants, startMock } from '../../../mock/index.ts'
import { models, post, saying, streamed, talk, valid } from '../asking.ts'
import { bombard } from '../battery.ts'

const variants = listVariants()
/** Only HEAD and OPTIONS may get 204, because the contract says nothing about them. */
const STATUSES = new Set([200, 204, 400, 401, 403, 404, 405, 413, 429, 500, 503])

test('every variant has a unique name, and says what the contract leaves open', () => {
  const names = [...variants, ...listFaults()].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const { name, shows, freedom } of variants) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/)
    assert.ok(shows.length > 10 && freedom.length > 2, name)
  }
})

test('the battery triggers every variant, with known statuses and unique request ids', () => {
  const deviations = new Deviations()
  const untriggered = variants.filter(({ name }) => {
    const responses = bombard(deviations, [], [name])
    for (const { status } of responses) assert.ok(STATUSES.has(status), `${name} gave ${status}`)
    const ids = responses.map(({ id }) => id)
    const areAll = ids.every((id) => id)
    assert.ok(areAll, `${name} lost a request id`)
    assert.equal(new Set(ids).size, ids.length, `${name} repeated a request id`)
    return deviations.emitted(name) === 0
  })
  const names = untriggered.map(({ name }) => name)
  assert.deepEqual(names, [])
})

test('the plain gateway responds to the whole battery without any deviation', () => {
  const deviations = new Deviations()
  const responses = bombard(deviations, [])
  for (const { status } of responses) assert.ok(STATUSES.has(status))
  for (const { name } of [...listFaults(), ...variants]) assert.equal(deviations.emitted(name), 0)
})

test('variants apply by name, by base path, and in combination', async () => {
  await using mock = await startMock({ variants: ['json-charset', 'usage-absent'] })
  const plain = await post(mock.url, valid())
  assert.equal(plain.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(plain.json.usage, undefined)
  assert.equal((await models(`${mock.url}/variants/empty-catalog`)).json.data.length, 0)
  assert.equal((await models(`${mock.url}/variants/models-by-the-thousand`)).json.data.length, 3003)
})

test('interim responses, upper-case headers and closed connections reach the wire', async () => {
  await using mock = await startMock()
  const ask = (name: string) =>
    talk(
      mock.port,
      `GET /variants/${name}/v1/models HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${demo.valid}\r\n\r\n`,
    )
  assert.match(await ask('interim-103'), /^HTTP\/1\.1 103 [^\r]*\r\nlink: [^\r]*\r\n\r\nHTTP\/1\.1 200 /)
  assert.match(await ask('headers-in-capitals'), /\r\nX-SVC-REQUEST-ID: /)
  assert.match(await ask('json-until-close'), /Connection: close\r\n/)
  assert.doesNotMatch(await ask('json-until-close'), /content-length|transfer-encoding/i)
})

for (const name of [
  'packets-of-one-byte',
  'packets-inside-characters',
  'packets-at-random-in-time',
  'stream-with-length',
  'stream-until-close',
])
  test(`the text under ${name} is complete`, async () => {
    await using mock = await startMock()
    const content = 'Grüße 🎉 你好 and more'
    const received = await post(`${mock.url}/variants/${name}`, saying(content, { stream: true }))
    assert.equal(streamed(received).join(''), content)
  })

test('413-in-haste refuses without waiting for the body', async () => {
  await using mock = await startMock()
  const head = `POST /variants/413-in-haste/v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${demo.valid}\r\nContent-Length: 2000000\r\n\r\n`
  assert.match(await talk(mock.port, head, (got) => got.includes('body_too_large')), /^HTTP\/1\.1 413 /)
})
