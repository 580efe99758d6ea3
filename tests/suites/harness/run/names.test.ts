/** Requests whose titles differ only in case are two requests, even if they are concurrent. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { suite } from '../../../../suites/harness/run/check.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'
import { listening } from '../client/listening.ts'
import { completionWith, errorWith, listOf } from '../http/bodies.ts'

const messages = (role: string): Record<string, unknown> => ({ messages: [{ role, content: 'Hello.' }] })

const [check] = suite('names', [
  {
    covers: 'message-role',
    title: 'two requests at the same time',
    run: async (context) => {
      await Promise.all([
        context.accept('role user', context.complete(messages('user'))),
        context.reject('role User', context.complete(messages('User'))),
      ])
    },
  },
])

function respond(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json', 'x-svc-request-id': `${Math.random()}` })
  outgoing.end(body)
}

const completion = completionWith({ model: 'svc/one' })
const failure = (type: string): string => errorWith({ type })

test('a server error of one request does not affect the other', async () => {
  let hasFailed = false
  const { promise: failed, resolve: isOver } = Promise.withResolvers<void>()
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    if (incoming.method === 'GET') return respond(outgoing, 200, listOf('svc/one'))
    if (body.includes('"User"')) {
      // This rejection arrives while the other request waits for its second attempt.
      await failed
      return respond(outgoing, 400, failure('invalid_request_error'))
    }
    if (body.includes('Hello.') && !hasFailed) {
      hasFailed = true
      outgoing.once('close', isOver)
      return respond(outgoing, 500, failure('server_error'))
    }
    respond(outgoing, 200, completion)
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  const target = { ...gatewayTarget({ url, demo: {} as never }), keys: { valid: 'svc_one_0123456789abcdef' } }
  const { judged } = await certify({ target, checks: check ? [check] : [], profile: 'core' })
  const own = judged.find(({ requirement }) => requirement.id === 'message-role')
  assert.ok(hasFailed)
  assert.deepEqual(own?.findings.map(({ message, outcome }) => `${outcome} ${message}`).sort(), [
    'pass role User: rejected',
    'pass role user: accepted',
  ])
})
