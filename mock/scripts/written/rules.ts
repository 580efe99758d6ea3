import { fnv } from '../../core/fnv.ts'
import { CELL, type Cells, MAX_COUNTED } from '../../core/metering/cells.ts'
import type { LayFault, Mismatch, Rules, Step } from '../../core/types.ts'
import type { WrittenReply } from '../../core/written.ts'
import { integer } from '../checks.ts'
import { anyCompletion, matcherOf, mismatchOf } from '../matcher.ts'
import { entryOf } from '../queue.ts'
import { build } from './step.ts'

interface Counted {
  readonly from: number
  readonly to: number
  /** Whether it counts all requests that fit, or only those that no earlier reply takes. */
  readonly all: boolean
}

/** A response by request, ready to be given. */
interface Rule {
  readonly mismatch: Mismatch
  readonly step: Step
  /** The number of the counted request that it takes; undefined if it responds to all that fit. */
  readonly counted: Counted | undefined
}

/** @throws RangeError that says what is wrong with it */
export function ruleOf(written: WrittenReply, layFault: LayFault): Rule {
  const { when, ...step } = written
  const matcher = when === undefined ? {} : matcherOf(when, ['nth'])
  const { nth, ...others } = matcher as NonNullable<WrittenReply['when']>
  const mismatch = Object.keys(others).length === 0 ? anyCompletion : mismatchOf(others)
  if (nth !== undefined) integer(nth, 'when.nth')
  if (nth === 0) throw new RangeError('when.nth is 0; the first request is 1.')
  const entry = entryOf(build(step, layFault), mismatch, layFault)
  if (others.operation === 'models' && doesNothingToList(step))
    throw new RangeError(
      'The list takes fail, limit or unavailable; a reply or a stream changes it only by its with or its fault.',
    )
  const from = Number(nth ?? 1)
  const isCounted = nth !== undefined || step.times !== undefined
  const counted = { from, to: from + Number(entry.count) - 1, all: nth !== undefined }
  return { mismatch, step: entry.step, counted: isCounted ? counted : undefined }
}

/** Whether a step for the model list only has a text, which the list has no place for. */
function doesNothingToList(step: Omit<WrittenReply, 'when'>): boolean {
  return ('reply' in step || 'stream' in step) && step.with === undefined && step.fault === undefined
}

/** The responses by request of a configuration, for one project. Counts are in its cells, for all workers. */
export function writtenRules(written: readonly WrittenReply[], layFault: LayFault): Rules {
  const rules = written.map((one) => ruleOf(one, layFault))
  const print = printOf(written)
  /** Counts start again with other replies, in the worker that gets the first request after the change. */
  const count = (cells: Cells, counter: number): number => {
    cells.enter()
    if (cells.get(CELL.replies) !== print) {
      cells.values.fill(0, CELL.replyCounts, CELL.replyCounts + MAX_COUNTED)
      cells.values[CELL.replies] = print
    }
    cells.add(CELL.replyCounts + counter, 1)
    const counted = cells.get(CELL.replyCounts + counter)
    cells.leave()
    return counted
  }
  // `nth` also counts requests that an earlier reply takes.
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

/** A number that other replies hardly share; never 0, which is what new cells hold. */
function printOf(written: readonly WrittenReply[]): number {
  return 1 + fnv(JSON.stringify(written, (_name, value) => (typeof value === 'bigint' ? String(value) : value)))
}
