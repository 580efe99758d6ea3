import { fnv } from '../../core/fnv.ts'
import { CELL, type Cells, MAX_COUNTED } from '../../core/metering/cells.ts'
import type { ApplyFault, Mismatch, Rules, Step } from '../../core/types.ts'
import type { WrittenReply } from '../../core/written.ts'
import { integer } from '../checks.ts'
import { anyCompletion, matcherOf, mismatchOf } from '../matcher.ts'
import { entryOf } from '../queue.ts'
import { build } from './step.ts'

interface Counted {
  readonly from: number
  readonly to: number
  /** Whether to count all matching requests, or only those that no earlier reply takes. */
  readonly all: boolean
}

/** A configured response with its compiled matcher. */
interface Rule {
  readonly mismatch: Mismatch
  readonly step: Step
  /** The range of counted requests that it serves; undefined if it serves all matching requests. */
  readonly counted: Counted | undefined
}

const NOTHING_TO_LIST =
  'The list takes fail, limit or unavailable; a reply or a stream changes it only by its with or its fault.'

/** Compiles a configured response. @throws RangeError that says what is wrong with it */
export function ruleOf(written: WrittenReply, applyFault: ApplyFault): Rule {
  const { when, ...step } = written
  const matcher = when === undefined ? {} : matcherOf(when, ['nth'])
  const { nth, ...others } = matcher as NonNullable<WrittenReply['when']>
  const mismatch = Object.keys(others).length === 0 ? anyCompletion : mismatchOf(others)
  if (nth !== undefined) integer(nth, 'when.nth')
  if (nth === 0) throw new RangeError('when.nth is 0; the first request is 1.')
  const entry = entryOf(build(step, applyFault), mismatch, applyFault)
  if (others.operation === 'models' && doesNothingToList(step)) throw new RangeError(NOTHING_TO_LIST)
  const from = Number(nth ?? 1)
  const isCounted = nth !== undefined || step.times !== undefined
  const counted = { from, to: from + Number(entry.count) - 1, all: nth !== undefined }
  return { mismatch, step: entry.step, counted: isCounted ? counted : undefined }
}

/** Whether a step for the model list has only a text, which a model list cannot contain. */
function doesNothingToList(step: Omit<WrittenReply, 'when'>): boolean {
  return ('reply' in step || 'stream' in step) && step.with === undefined && step.fault === undefined
}

/** Compiles the configured responses of one project. The counts are in its cells, which workers share. */
export function writtenRules(written: readonly WrittenReply[], applyFault: ApplyFault): Rules {
  const rules = written.map((one) => ruleOf(one, applyFault))
  const print = printOf(written)
  /** If the replies have changed, the first worker with a request resets the counts. */
  const count = (cells: Cells, counter: number): number =>
    cells.locked(() => {
      if (cells.get(CELL.replies) !== print) {
        cells.values.fill(0, CELL.replyCounts, CELL.replyCounts + MAX_COUNTED)
        cells.values[CELL.replies] = print
      }
      cells.add(CELL.replyCounts + counter, 1)
      return cells.get(CELL.replyCounts + counter)
    })
  // Do not stop at the first match, because `nth` also counts requests that an earlier reply takes.
  return (call, cells) => {
    let taken: Step | undefined
    let counter = -1
    for (const { mismatch, step, counted } of rules) {
      if (counted) counter += 1
      if ((taken && !counted?.all) || mismatch(call) !== undefined) continue
      const isMeant = !counted || isWithin(count(cells, counter), counted)
      if (isMeant) taken ??= step
    }
    return taken
  }
}

const isWithin = (count: number, { from, to }: Counted): boolean => count >= from && count <= to

/** Whether a reply counts its requests. */
export const counts = ({ when, times }: WrittenReply): boolean => when?.nth !== undefined || times !== undefined

/** A fingerprint of replies; never 0, the value of new cells. */
function printOf(written: readonly WrittenReply[]): number {
  return 1 + fnv(JSON.stringify(written, (_name, value) => (typeof value === 'bigint' ? String(value) : value)))
}
