/** Failures that are caused by the previous request on their connection, and others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConnectionDoubt, connectionDoubtsIn } from '../../../../suites/harness/explain/connections.ts'
import { explained } from '../../../../suites/harness/explain/index.ts'
import { PAIRS } from '../../../../suites/harness/explain/responses.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Finding, Transcript } from '../../../../suites/harness/judge/evidence.ts'
import { runAnew } from '../../runs.ts'
import { listOf } from '../http/bodies.ts'
import { evidenceFor, exchangeOf, headersWith, listing, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const REQUIREMENT = 'request-id-present'
const FAILED = 'a/failed/1'
const BEFORE = 'a/wrong-key/1'

let time = 0

/** A model list on a connection that is refused, served, or lacks a request id. */
function list(id: string, connection: number, is: 'refused' | 'served' | 'without an id'): Exchange {
  time += 10
  const headers = headersWith(is === 'without an id' ? undefined : `req-${time}`)
  const response = responseOf(listOf(), { status: is === 'refused' ? 401 : 200, headers })
  return exchangeOf(response, { id, request: listing, connection, startedAt: time })
}

/** A run with one failure after a refusal on its connection, and with correct responses. */
const run = (): Exchange[] => [
  list('a/first/1', 1, 'served'),
  list(BEFORE, 1, 'refused'),
  list('b/elsewhere/1', 2, 'served'),
  list(FAILED, 1, 'without an id'),
  list('a/last/1', 1, 'served'),
]

type Sent = Pick<Transcript, 'exchanges' | 'evidence'>

interface Pairs {
  readonly count?: number
  readonly alone?: 'served' | 'without an id'
  readonly after?: 'served' | 'without an id'
  /** The two requests of a pair use different connections. */
  readonly apart?: boolean
}

/** The failed request on new connections: alone, and after the refused one. */
function pairs({ count = PAIRS, alone = 'served', after = 'without an id', apart = false }: Pairs = {}): Sent {
  const all = Array.from({ length: count }, (_, at) => {
    const connection = 10 + 3 * at
    const evidence = ({ id }: Exchange, side: 'with' | 'without'): Evidence => {
      const repeats = { side, of: FAILED, before: BEFORE, isInvariant: true } as const
      return evidenceFor(REQUIREMENT, id, { kind: 'observed', what: 'outcome' }, { check: 'e', repeats })
    }
    const single = list(`e/${at}/without/1`, connection, alone)
    const first: Exchange = { ...list(`e/${at}/before/1`, connection + 1, 'refused'), role: 'before' }
    const second = list(`e/${at}/with/1`, connection + (apart ? 2 : 1), after)
    return { exchanges: [single, first, second], evidence: [evidence(single, 'without'), evidence(second, 'with')] }
  })
  return { exchanges: all.flatMap(({ exchanges }) => exchanges), evidence: all.flatMap(({ evidence }) => evidence) }
}

function failure({ exchanges, evidence }: Sent, sent = run(), of = FAILED): Finding | undefined {
  const findings = explained({ exchanges: [...sent, ...exchanges], evidence, remarks: [] })
  const failed = findings.filter(({ requirement, outcome }) => requirement === REQUIREMENT && outcome === 'fail')
  return failed.find(({ exchanges: [id] }) => id === of)
}

test('a failure names the previous request if every pair agrees', () =>
  assert.equal(failure(pairs())?.afterOnConnection, BEFORE))

test('a failure names no request without pairs, with too few, or if one side disagrees', () => {
  const tooFew: readonly Pairs[] = [{ count: 0 }, { count: PAIRS - 1 }]
  const wrong: readonly Pairs[] = [{ alone: 'without an id' }, { after: 'served' }, { apart: true }]
  for (const other of [...tooFew, ...wrong]) {
    const found = failure(pairs(other))
    assert.deepEqual([found?.outcome, found?.afterOnConnection], ['fail', undefined], JSON.stringify(other))
  }
})

function doubtsIn(exchanges: readonly Exchange[]): readonly unknown[] {
  const transcript = { exchanges, evidence: [], remarks: [] }
  return connectionDoubtsIn(explained(transcript), transcript)
}

test('repeats the failure and its previous request on a new connection, a few times for each kind', () => {
  const doubt = { requirement: REQUIREMENT, exchange: FAILED, before: BEFORE }
  assert.deepEqual(doubtsIn(run()), [[doubt]])
  const again = [3, 4, 5].flatMap((at) => [
    list(`z/wrong-key/${at}`, at, 'refused'),
    list(`z/failed/${at}`, at, 'without an id'),
  ])
  const others = [3, 4].map((at) => ({ ...doubt, exchange: `z/failed/${at}`, before: `z/wrong-key/${at}` }))
  assert.deepEqual(doubtsIn([...run(), ...again]), [[doubt, ...others]])
})

test('repeats a failure after the last request that did not fail, since a connection may stay broken', () => {
  const broken = (): Exchange[] => [3, 4].map((at) => list(`z/failed/${at}`, 1, 'without an id'))
  const sent = [...run().slice(0, -1), ...broken()]
  const [doubts] = doubtsIn(sent) as ConnectionDoubt[][]
  assert.deepEqual(membersOf(doubts ?? [], 'before'), [BEFORE, BEFORE, BEFORE])
  assert.equal(failure(pairs(), sent, 'z/failed/4')?.afterOnConnection, BEFORE)
  const later = [...run(), ...broken()]
  assert.equal(failure(pairs(), later, 'z/failed/4')?.afterOnConnection, undefined)
})

test('does not repeat a failure that is the first on its connection, or has no connection number', () => {
  const served = list('a/served/1', 1, 'served')
  const unnumbered = run().map(({ connection, ...exchange }) => exchange)
  for (const exchanges of [[served, list(FAILED, 2, 'without an id')], unnumbered])
    assert.deepEqual(doubtsIn(exchanges), [])
})

test('explains failures after every kind of exchange that leaves its key on the connection', async () => {
  // With one request at a time, the time of a response decides nothing.
  const { judged } = await runAnew('core', { faults: ['keeps-the-key-of-a-connection'], concurrency: 1 })
  const failures = judged.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === 'fail'))
  const explained = failures.filter(({ afterOnConnection }) => afterOnConnection !== undefined)
  assert.deepEqual([explained.length, failures.length], [32, 37])
})
