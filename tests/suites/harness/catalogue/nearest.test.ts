import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hintFor, nearest, nearestOf } from '../../../../suites/harness/catalogue/nearest.ts'

for (const [word, meant] of [
  ['strem-done', 'stream-done'],
  ['stream_done', 'stream-done'],
  ['StreamDone', 'stream-done'],
  ['stremadone', 'stream-done'],
  ['auht', 'auth'],
  ['nothing', undefined],
] as const)
  test(`${word} is nearest to ${meant ?? 'no name'}`, () =>
    assert.equal(nearest(word, ['auth', 'stream-done', 'limits']), meant))

test('lists the nearest names first', () =>
  assert.deepEqual(nearestOf('lists', ['limits', 'list', 'lost'], 2), ['list', 'limits']))

test('the hint lists all names if none is near', () => {
  assert.equal(hintFor('auht', ['auth', 'limits']), 'did you mean auth?')
  assert.equal(hintFor('nothing', ['auth', 'limits']), 'there are auth, limits')
})
