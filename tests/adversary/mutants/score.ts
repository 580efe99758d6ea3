/** The score of each group, and its comparison with the floor. */
import type { Group } from './floors.ts'
import { type Outcome, STAGES } from './stages.ts'

/** The standard errors by which a score may be below the floor, because each seed draws another sample. */
const CHANCE = 2

/** Whether a floor holds, as far as a sample can show. */
export function holds(killed: number, of: number, floor: number): boolean {
  const share = floor / 100
  return killed >= share * of - CHANCE * Math.sqrt(of * share * (1 - share))
}

export function scoreLines(outcomes: readonly Outcome[], groups: readonly Group[]) {
  const survivors = outcomes.filter(({ killedBy }) => killedBy === undefined)
  const counts = groups.map(({ name, floor }) => {
    const own = outcomes.filter(({ mutant }) => mutant.group === name)
    const by = (stage: Outcome['killedBy']): number => own.filter(({ killedBy }) => killedBy === stage).length
    const killed = own.length - by(undefined)
    const percent = own.length > 0 ? Math.round((100 * killed) / own.length) : 100
    const stages = STAGES.map((stage) => `${stage} ${by(stage)}`).join(', ')
    const isBelow = !holds(killed, own.length, floor)
    const line = `${name}: ${percent} % of ${own.length} (${stages}), floor ${floor} %${isBelow ? ': BELOW' : ''}`
    return { isBelow, line }
  })
  const places = survivors.map(({ mutant: { place, change }, isReached }) => {
    return `  ${place}${isReached ? '' : ' (no unit test gets here)'}  ${change}`
  })
  const killed = outcomes.length - survivors.length
  const all = `all: ${killed} of ${outcomes.length}`
  return {
    lines: ['', 'Survivors:', ...places.toSorted(), '', ...counts.map(({ line }) => line), all],
    passed: counts.every(({ isBelow }) => !isBelow),
  }
}
