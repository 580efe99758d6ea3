/** A store that responds but cannot do what the mock needs is reported at startup, not on every request. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, startMock } from '../../../mock/index.ts'
import { post, valid } from '../../mock/asking.ts'
import { eventually } from './eventually.ts'
import { StoreServer } from './store-server.ts'

const refusal = async (store: string): Promise<string> => {
  const error = await startMock({ store }).then(
    (mock) => mock.close(),
    (cause: unknown) => cause,
  )
  assert.ok(error instanceof ConfigError, 'the mock started')
  return error.message
}

test('rejects a replica at startup', async () => {
  await using store = await StoreServer.start()
  await store.command('REPLICAOF', '127.0.0.1', '1')
  assert.match(await refusal(store.url), /store: is a replica, which rejects writes \(READONLY\)/)
})

test('rejects at startup a user that may not run scripts, or may not write', async () => {
  await using store = await StoreServer.start()
  const rights = {
    reader: ['~*', '+@all', '-eval'],
    stranger: ['~other:*', '+@all'],
    counter: ['~*', '+@all', '-zadd'],
  }
  for (const [name, allowed] of Object.entries(rights)) {
    await store.command('ACL', 'SETUSER', name, 'on', '>not-a-real-password', ...allowed)
    const message = await refusal(store.url.replace('//:', `//${name}:`))
    assert.match(message, /its user has too few rights \(NOPERM\)/, name)
    assert.doesNotMatch(message, /not-a-real-password/)
  }
})

test('the startup probe leaves no keys in the store', async () => {
  await using store = await StoreServer.start()
  await using _ = await startMock({ store: store.url })
  await eventually(async () => assert.deepEqual(await store.command('KEYS', '*'), []))
})

test('reports the loss and the return of the store once each, with the reason', async () => {
  await using store = await StoreServer.start()
  const messages: string[] = []
  await using mock = await startMock({ store: store.url, storeNews: (sentence) => messages.push(sentence) })
  await store.signal('SIGKILL')
  await eventually(async () => assert.equal((await post(mock.url, valid())).status, 503))
  await store.run()
  await eventually(async () => assert.equal((await post(mock.url, valid())).status, 200))
  assert.equal(messages.length, 2, messages.join('\n'))
  assert.match(messages[0] ?? '', /^The store is lost \((?!Error)\w+\): until it is back/)
  assert.equal(messages[1], 'The store is back.')
})
