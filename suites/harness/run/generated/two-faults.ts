/** Requests with two faults. Each alone is a reason to refuse, so a gateway may name either. */
import { seedFor, spreadOver } from '../../arbitraries/draws.ts'
import { type Draw, drawsAt, fitsInto, mutatedBy } from '../../arbitraries/requests.ts'
import type { Body, Site } from '../../arbitraries/sites.ts'
import { compact } from '../../http/compact.ts'
import { complete } from '../../http/request.ts'
import type { Ask, CheckContext } from '../check-context.ts'
import { type Control, controlsOf } from './controls.ts'
import { statusesFor } from './mutated.ts'

interface Pair {
  readonly one: Draw
  readonly other: Draw
  readonly control: Control
}

/** Pairs to choose from for each one that is sent. */
const CHOICE = 30

const nameOf = ({ site, family }: Draw): string => `${site.pointer || 'the body'} ${site.keyword}, ${family}`
const fieldOf = ({ pointer }: Site): string => pointer.split('/')[1] ?? ''

/** Whether the two faults are in different fields, and leave the rest of the request unchanged. */
export function meet({ one, other, control }: Pair): boolean {
  const isFree = ({ site }: Draw): boolean => fieldOf(site) !== '' && fitsInto(site, control.body)
  return isFree(one) && isFree(other) && fieldOf(one.site) !== fieldOf(other.site)
}

/** The faults of the sites, paired by the seed so that as many different rules and fields as possible meet. */
function pairsIn(sites: readonly Site[], controls: readonly Control[], size: number, seed: number): Pair[] {
  const draws = drawsAt(sites, 1, (name) => seedFor(seed, `two faults ${name}`))
  const at = (number: number): Draw => draws[Math.abs(seedFor(seed, `pair ${number}`)) % draws.length] as Draw
  const pairs = Array.from({ length: size * CHOICE }, (_, number): Pair => {
    const [one, other] = [at(2 * number), at(2 * number + 1)]
    return { one, other, control: controls[one.control % controls.length] as Control }
  })
  return spreadOver(pairs.filter(meet), size, ({ one, other, control }) => ({
    others: [...[one, other].flatMap(({ site }) => [fieldOf(site), site.keyword]), ...control.shows],
  }))
}

/** A request with both faults, and its expectation. */
export function askOf({ one, other, control }: Pair): Pick<Ask, 'plan' | 'expectation' | 'control'> {
  const first = mutatedBy(one, control.body)
  const both = mutatedBy(other, first.body as Body)
  const statuses = [...new Set([one, other].flatMap(statusesFor))]
  // If the param of one fault is not judged alone, the gateway may name that fault here as well.
  const named = [first.fields, both.fields]
  const fields = named.every((each) => each.length > 0) ? named.flat() : undefined
  return {
    plan: complete(both.body as Body),
    expectation: compact({ kind: 'rejected', statuses, fields }),
    control: complete(control.body),
  }
}

export async function tryTwoFaults(context: CheckContext, sites: readonly Site[], size: number): Promise<void> {
  const pairs = pairsIn(sites, await controlsOf(context), size, context.seed)
  for (const [at, pair] of pairs.entries()) {
    const { plan, expectation, control } = askOf(pair)
    const title = `generated ${at + 1}: ${nameOf(pair.one)}, and ${nameOf(pair.other)}, ${pair.control.shows.join(', ')}`
    const trial = await context.try(title, plan, expectation, { control })
    context.also(trial, 'status-order-observed', { kind: 'observed', what: 'outcome' })
  }
}
