/** Draws breaches: a deviation of one kind of response, under one or two conditions. */
import { Chance } from './chance.ts'
import { applies, type Condition, conditions, type Dimension, WEIGHTS } from './conditions/index.ts'
import { type Deviation, deviations } from './deviations/index.ts'
import { type Kind, kinds } from './kinds.ts'

export interface Draw {
  readonly number: number
  readonly kind: Kind
  readonly deviation: Deviation
  readonly conditions: readonly Condition[]
}

export interface DrawOptions {
  /** The seed of the draws, which the suites do not know. */
  readonly draw: number
  /** The number of conditions that must hold at once. */
  readonly size: 1 | 2
}

/** Kinds of requests without `stream: true`. */
const NEVER: Readonly<Record<string, readonly Dimension[]>> = {
  '400 for stream': ['streaming'],
  '400 for stream_options without stream': ['streaming'],
}

/** Dimensions that exclude each other; for example, another project has other models. */
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

/** Draws a dimension first, and then one of its values, so that dimensions with many values are not favoured. */
function drawCondition(chance: Chance, from: readonly Condition[]): Condition {
  const names = [...new Set(from.map(({ dimension }) => dimension))]
  const { dimension } = chance.pick(names.map((name) => ({ dimension: name, weight: WEIGHTS[name] })))
  return chance.pick(from.filter((condition) => condition.dimension === dimension))
}

function drawConditions(chance: Chance, kind: Kind, deviation: Deviation, size: 1 | 2): readonly Condition[] {
  const from = fitting(kind, deviation)
  const allowed = from.filter(({ dimension }) => !deviation.under || dimension === deviation.under)
  const first = drawCondition(chance, allowed)
  if (size === 1) return [first]
  const others = from.filter((condition) => canMeet(first, condition))
  return [first, drawCondition(chance, others)]
}

/** The breach with this number, which does not depend on how many breaches are drawn. */
export function drawOne(number: number, { draw, size }: DrawOptions): Draw {
  const chance = new Chance(`${draw} ${size} ${number}`)
  const kind = chance.pick(kinds)
  const fits = deviations.filter((deviation) => deviation.fits(kind))
  // Draw a group first, so that large groups are not favoured.
  const groups = [...Map.groupBy(fits, ({ group }) => group).values()]
  const { own } = chance.pick(
    groups.map((own) => ({ own, weight: Math.sqrt(own.reduce((sum, { weight }) => sum + weight, 0)) })),
  )
  const deviation = chance.pick(own)
  return { number, kind, deviation, conditions: drawConditions(chance, kind, deviation, size) }
}

/** Whether a run with only one key could meet it. */
export function isOfOneKey({ kind, conditions }: Draw): boolean {
  return !kind.beyondOneKey && !conditions.some(({ beyondOneKey }) => beyondOneKey)
}

export function wordsOf({ kind, deviation, conditions }: Draw): string {
  return `${deviation.name}, on ${kind.name}, where ${conditions.map(({ name }) => name).join(' and ')}`
}
