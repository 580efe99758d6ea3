import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Rounds } from '../../../../suites/harness/run/session/rounds.ts'

/** Draws until the budget ends. @param pauses turns of the event loop that each check needs for a request */
async function drawn(pauses: Readonly<Record<string, number>>, budget: number): Promise<Record<string, number>> {
  let left = budget
  const rounds = new Rounds((_, reserve) => left > Number(reserve))
  const sent: Record<string, number> = {}
  const draw = async (check: string, pause: number): Promise<void> => {
    while (await rounds.next(check, 2, left)) {
      left -= 1
      sent[check] = (sent[check] ?? 0) + 1
      for (let turn = 0; turn < pause; turn += 1) await setImmediate()
    }
  }
  await Promise.all(Object.entries(pauses).map(([check, pause]) => rounds.during(() => draw(check, pause))))
  return sent
}

test('the order of draws does not depend on the speed of responses', async () => {
  const expected = { a: 4, b: 4, c: 3 }
  assert.deepEqual(await drawn({ a: 0, b: 3, c: 9 }, 13), expected)
  assert.deepEqual(await drawn({ a: 9, b: 0, c: 1 }, 13), expected)
  assert.deepEqual(await drawn({ c: 0, b: 0, a: 5 }, 13), expected)
})

test('a check that ends or fails does not block the others', async () => {
  const rounds = new Rounds(() => true)
  const failing = rounds.during(() => Promise.reject(new Error('broken')))
  let turns = 0
  await rounds.during(async () => {
    while (turns < 3 && (await rounds.next('a', 0, 1))) turns += 1
  })
  await assert.rejects(failing, /broken/)
  assert.equal(turns, 3)
})

test('counts the draws that the budget leaves out once for each check', async () => {
  let left = 3
  const rounds = new Rounds((_, reserve) => left > Number(reserve))
  const draw = async (check: string): Promise<void> => {
    for (let at = 0; at < 4; at += 1) {
      if (!(await rounds.next(check, 0, 4 - at))) return
      left -= 1
    }
  }
  await Promise.all(['a', 'b'].map((check) => rounds.during(() => draw(check))))
  assert.deepEqual(rounds.drawn, { sent: 3, left_out: 5 })
})
