/** The number of attempts of a request, the requests between them, and attempts without others in flight. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RateLimiter } from '../../../../suites/harness/client/rate-limiter.ts'
import { type Exchange, type Failure, identityFor, type Named } from '../../../../suites/harness/http/exchange.ts'
import { complete, type Plan } from '../../../../suites/harness/http/request.ts'
import { Attempts, type Doubts } from '../../../../suites/harness/run/session/attempts.ts'
import type { Sending } from '../../../../suites/harness/run/session/further-attempts.ts'
import { forInvalid, forValid, type RetryPolicy } from '../../../../suites/harness/run/trial.ts'
import { exchangeOf, headersWith, responseOf } from '../http/exchanges.ts'

const DROPPED: Failure = { stage: 'headers', code: 'ECONNRESET', message: 'the connection was reset' }
const UNSENT: Failure = { stage: 'budget', code: 'BUDGET', message: 'nothing more may be sent' }

/** A status, a proxy error without a request id, a limit with its wait in seconds, or no response. */
type Outcome = number | 'relayed' | { readonly wait: number } | Failure

function respondedTo(named: Named, outcome: Outcome): Exchange {
  const identity = identityFor(named, 1)
  if (outcome === 'relayed')
    return exchangeOf(responseOf('<html>', { status: 502, headers: headersWith(undefined, 'text/html') }), identity)
  if (typeof outcome === 'number') return exchangeOf(responseOf('{}', { status: outcome }), identity)
  if ('stage' in outcome) return exchangeOf(undefined, { ...identity, failure: outcome })
  const headers = headersWith('req-1', undefined, ['retry-after', String(outcome.wait)])
  return exchangeOf(responseOf('{}', { status: 429, headers }), identity)
}

interface Script {
  /** Outcomes of the request in order; the last one repeats. */
  readonly own: readonly Outcome[]
  /** Outcomes of the valid requests between them. */
  readonly between?: readonly Outcome[]
  /** The number of the wait, from 1, that is too long. */
  readonly lastWait?: number
  /** Whether the replayed record has another attempt; absent in a live run. */
  readonly holds?: (named: Named) => boolean
  readonly plan?: Plan
}

const plain = complete({ model: 'svc/echo-1', messages: [] })

const free = { requests: 1000, rate: Number.POSITIVE_INFINITY, concurrency: 4 }

/** A sender that follows a script, and a log of its requests. */
function scripted({ own, between = [200], lastWait = 0, holds }: Script) {
  const seen: string[] = []
  const left = { own: [...own], between: [...between] }
  let waits = 0
  const limiter = new RateLimiter(free)
  const attempts = new Attempts({
    once: async (named: Named, plan: Plan, { alone, paced }: Sending = {}) => {
      const outcomes = named.between ? left.between : left.own
      const name = named.between ? (plan.operation === 'models' ? 'list' : 'valid') : 'own'
      seen.push([name, ...(alone ? ['alone'] : []), ...(paced ? ['paced'] : [])].join(' '))
      return respondedTo(named, (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) as Outcome)
    },
    waitForNext: async (named: Named, wait: number, limited: boolean) => {
      waits += 1
      if (limited) seen.push(`all wait ${wait} ms`)
      return waits !== lastWait && holds?.(named) !== false
    },
    recordHolds: (named: Named) => holds?.(named),
    plainLike: () => plain,
    limiter,
  })
  return { attempts, seen, limiter }
}

const named: Named = { name: 'check/title' }
const ending = ({ response, failure }: Exchange): number | string | undefined => response?.status ?? failure?.code

type End = number | string
type Case = readonly [title: string, own: readonly Outcome[], seen: string, ends: End, more?: Partial<Script>]

function test(retry: RetryPolicy, ...cases: readonly Case[]): void {
  for (const [title, own, seen, ends, more] of cases)
    it(title, async () => {
      const run = scripted({ own, ...more })
      const last = await run.attempts.ask(named, more?.plan ?? plain, retry)
      assert.deepEqual([run.seen.join(', '), ending(last)], [seen, ends])
    })
}

const THREE = 'own, own, valid, own'
const DROPS = 'own, valid, own, valid, own'
const SILENT = 'own alone, valid alone, own alone, valid alone'

describe('a valid request', () => {
  const limited: readonly Outcome[] = [{ wait: 1 }, 200]
  const OTHER_MODEL = { plan: { ...plain, model: 'svc/other' } }
  const OTHER_KEY = { plan: complete({ model: 'svc/other', messages: [] }, { role: 'second' }) }
  test(
    forValid,
    ['lets all requests wait if it is limited', limited, 'own, all wait 1000 ms, own', 200],
    ['waits alone if only its model is limited', limited, 'own, valid, own', 200, OTHER_MODEL],
    ['of another project lets all requests wait', limited, 'own, all wait 1000 ms, own', 200, OTHER_KEY],
    ['is sent once if it is accepted', [200], 'own', 200],
    ['is sent again after a transient error', [503, 200], 'own, own', 200],
    ['counts as it ended if the budget is spent', [503, UNSENT], 'own, own', 503],
    ['is not repeated if the wait is too long', [503], 'own, own', 503, { lastWait: 2 }],
    ['that a proxy refuses is compared with the list', ['relayed', 200], 'own, list, own', 200],
    ['that gets no response is repeated without others in flight', [DROPPED], `${DROPS}, ${SILENT}`, 'ECONNRESET'],
  )
})

describe('an invalid request', () => {
  const limited: readonly Outcome[] = [{ wait: 1 }, 400]
  const overload: readonly Outcome[] = [500, 500, 500, 400]
  const OTHERS = { between: [429] }
  const BY_LOAD = 'shows its refusal without others in flight if the load caused the error'
  const GONE = 'that gets no response is followed by a valid one: the target may be gone'
  test(
    forInvalid(plain),
    ['has to be refused twice in a row after an error', [503, 400], 'own, own, own', 400],
    ['is repeated without others in flight', [500], `${THREE}, ${SILENT}`, 500],
    [BY_LOAD, overload, `${THREE}, own alone, own alone`, 400],
    ['waits alone if it alone is limited', limited, 'own, valid, own', 400],
    ['lets all requests wait if others are limited as well', limited, 'own, valid, all wait 1000 ms, own', 400, OTHERS],
    ['does not wait alone for long', [{ wait: 40 }], 'own, valid, own', 429],
    [GONE, [DROPPED], `${DROPS}, ${SILENT}, valid`, 'ECONNRESET'],
  )
})

describe('an error', () => {
  const seenOf = async ({ attempts, seen }: ReturnType<typeof scripted>, doubts?: Doubts): Promise<string> => {
    seen.length = 0
    await attempts.ask(named, plain, forInvalid(plain), { doubts })
    return seen.join(', ')
  }

  it('needs fewer attempts once three requests got it without others in flight', async () => {
    const run = scripted({ own: [500] })
    for (const _ of [1, 2, 3]) assert.equal(await seenOf(run), `${THREE}, ${SILENT}`)
    assert.equal(await seenOf(run), THREE)
  })

  it('needs more attempts once it was transient', async () => {
    const run = scripted({ own: [500, 400, 400, 500] })
    assert.equal(await seenOf(run), 'own, own, own')
    assert.equal(await seenOf(run), `${THREE}, ${Array(5).fill('own alone, valid alone').join(', ')}`)
  })

  it('has as many attempts in a replay as in the record', async () => {
    const holds = ({ between }: Named): boolean => !between && run.seen.length < 6
    const run = scripted({ own: [500], holds })
    assert.equal(await seenOf(run), 'own, own, own, own alone, own alone, own alone')
  })

  it('that can change no verdict is not repeated', async () => {
    const doubts: Doubts = { isSettled: () => true, inTurn: (_, work) => work() }
    assert.equal(await seenOf(scripted({ own: [500] }), doubts), 'own')
  })

  it('that other requests share is repeated in turn', async () => {
    const waiting: Exchange[] = []
    const doubts: Doubts = {
      isSettled: () => false,
      inTurn: (exchange, work) => {
        waiting.push(exchange)
        return work()
      },
    }
    await seenOf(scripted({ own: [500] }), doubts)
    await seenOf(scripted({ own: [200] }), doubts)
    assert.deepEqual(waiting.map(ending), [500])
  })
})

describe('a request that gets no connection', () => {
  for (const [stage, lanes] of [
    ['connect', 1],
    ['headers', 4],
  ] as const)
    it(`leaves ${lanes} of 4 requests at once if it fails twice at the stage ${stage}`, async () => {
      const lost: Failure = { ...DROPPED, stage }
      const { attempts, limiter } = scripted({ own: [lost, lost, 200] })
      assert.equal(ending(await attempts.ask(named, plain, forValid)), 200)
      assert.equal(limiter.lanes, lanes)
    })
})
