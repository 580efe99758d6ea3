/** Draws breaches: something that breaks, on one kind of answer, under one condition or under two at once. */
import { Chance } from './chance.ts'
import { applies, type Condition, conditions, type Dimension } from './conditions/index.ts'
import { type Deviation, deviations } from './deviations/index.ts'
import { type Kind, kinds } from './kinds.ts'

export interface Draw {
  readonly number: number
  readonly kind: Kind
  readonly deviation: Deviation
  readonly conditions: readonly Condition[]
}

export interface DrawOptions {
  /** The seed of the draws; the suites know nothing of it. */
  readonly draw: number
  /** Conditions that have to hold at once. */
  readonly size: 1 | 2
}

/** How often gateways decide by these: more often by what their proxies and caches look at. */
const WEIGHTS: Readonly<Record<Dimension, number>> = {
  accept: 3,
  'accept-encoding': 6,
  'at once': 3,
  client: 5,
  connection: 3,
  'content-type': 2,
  messages: 3,
  model: 4,
  options: 6,
  order: 2,
  project: 1,
  spelling: 1,
  streaming: 4,
  text: 6,
  times: 3,
  tracing: 5,
  writing: 2,
}

/** What no request can be: `stream` is true in none of these. */
const NEVER: Readonly<Record<string, readonly Dimension[]>> = {
  '400 for stream': ['streaming'],
  '400 for stream_options without stream': ['streaming'],
}

/** Dimensions of which each rules the other out: another project has other models. */
const APART: readonly (readonly Dimension[])[] = [['project', 'model']]

const canMeet = (one: Condition, other: Condition): boolean =>
  one.dimension !== other.dimension &&
  !APART.some((two) => two.includes(one.dimension) && two.includes(other.dimension))

function fitting(kind: Kind, deviation: Deviation): readonly Condition[] {
  return conditions.filter(
    (condition) =>
      applies(condition, kind) &&
      !(deviation.lasting && condition.passing) &&
      !NEVER[kind.name]?.includes(condition.dimension),
  )
}

/** A dimension first and one of its values then, so that one with many values is not drawn the more often. */
function drawCondition(chance: Chance, from: readonly Condition[]): Condition {
  const names = [...new Set(from.map(({ dimension }) => dimension))]
  const { dimension } = chance.pick(names.map((name) => ({ dimension: name, weight: WEIGHTS[name] })))
  return chance.pick(from.filter((condition) => condition.dimension === dimension))
}

function drawConditions(chance: Chance, kind: Kind, deviation: Deviation, size: 1 | 2): readonly Condition[] {
  const from = fitting(kind, deviation)
  const first = drawCondition(
    chance,
    deviation.under ? from.filter(({ dimension }) => dimension === deviation.under) : from,
  )
  if (size === 1) return [first]
  return [
    first,
    drawCondition(
      chance,
      from.filter((condition) => canMeet(first, condition)),
    ),
  ]
}

/** The breach of this number: the same for every number of breaches that are drawn. */
export function drawOne(number: number, { draw, size }: DrawOptions): Draw {
  const chance = new Chance(`${draw} ${size} ${number}`)
  const kind = chance.pick(kinds)
  const fits = deviations.filter((deviation) => deviation.fits(kind))
  // Groups first, so that one of many members is not drawn the more often.
  const groups = [...Map.groupBy(fits, ({ group }) => group).values()]
  const { own } = chance.pick(
    groups.map((own) => ({ own, weight: Math.sqrt(own.reduce((sum, { weight }) => sum + weight, 0)) })),
  )
  const deviation = chance.pick(own)
  return { number, kind, deviation, conditions: drawConditions(chance, kind, deviation, size) }
}

/** Whether a run with one key alone could meet it. */
export function isOfOneKey({ kind, conditions }: Draw): boolean {
  return !kind.beyondOneKey && !conditions.some(({ beyondOneKey }) => beyondOneKey)
}

export function wordsOf({ kind, deviation, conditions }: Draw): string {
  return `${deviation.name}, on ${kind.name}, where ${conditions.map(({ name }) => name).join(' and ')}`
}
