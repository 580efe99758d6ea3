import assert from 'node:assert/strict'
import { type RequestOptions, request } from 'node:https'
import { connect } from 'node:net'
import { test } from 'node:test'
import { reset } from '../../../mock/core/disturbances/rows.ts'
import { ConfigError, demo, startMock, stream } from '../../../mock/index.ts'
import { valid } from '../asking.ts'
import { certificates } from './certificates.ts'

const { cert, private: key, clientcert, clientprivate } = certificates
const tls = { cert, key }

interface Got {
  readonly status: number | undefined
  readonly text: string
}

function ask(url: string, body: unknown, options: RequestOptions & { key?: string } = {}, apiKey: string = demo.valid) {
  return new Promise<Got>((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` }
    const sent = request(
      `${url}/v1/chat/completions`,
      { method: 'POST', ca: cert, agent: false, headers, ...options },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode, text }))
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

test('with a certificate, the mock serves JSON and streams over https', async () => {
  await using mock = await startMock({ tls })
  assert.match(mock.url, /^https:\/\/127\.0\.0\.1:\d+$/)
  assert.equal((await ask(mock.url, valid())).status, 200)
  assert.match((await ask(mock.url, valid({ stream: true }))).text, /\[DONE\]\n\n$/)
})

test('the mock can require a client certificate signed by a given authority', async () => {
  await using mock = await startMock({ tls: { ...tls, ca: cert, requestClientCert: true } })
  await assert.rejects(ask(mock.url, valid()))
  assert.equal((await ask(mock.url, valid(), { cert: clientcert ?? '', key: clientprivate ?? '' })).status, 200)
})

test('the mock disconnects a plain HTTP client, and keeps serving', async () => {
  await using mock = await startMock({ tls })
  const socket = connect(mock.port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  assert.equal((await ask(mock.url, valid())).status, 200)
})

test('a reset also reaches the client as a reset with TLS', async () => {
  await using mock = await startMock({ tls })
  const project = mock.project({ models: ['svc/a'] }).next(stream(['one', 'two']).with(reset({ after: 1 })))
  const cutOff = ask(mock.url, valid({ model: 'svc/a', stream: true }), {}, project.key)
  await assert.rejects(cutOff, { code: 'ECONNRESET' })
})

test('the mock can be drained with TLS, too', async () => {
  const mock = await startMock({ tls })
  const response = ask(mock.url, valid(), { agent: undefined })
  await response
  await mock.drain('1h')
  await assert.rejects(ask(mock.url, valid()))
})

test('reports an unusable certificate without the key', async () => {
  const wrong = startMock({ tls: { cert, key: clientprivate ?? '' } })
  await assert.rejects(wrong, (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /tls: certificate and key cannot be used/)
    assert.doesNotMatch(error.message, /PRIVATE/)
    return true
  })
})
