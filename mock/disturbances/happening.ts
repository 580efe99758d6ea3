import type { Answer } from '../exchange.ts'
import type { Disturb, Draw } from './disturbance.ts'
import { tellingContent } from './sent-content.ts'

/** An answer after all that went wrong on its way, and what did. */
export interface Happened {
  readonly answer: Answer
  readonly disturbances: readonly Disturb[]
}

/** Lets disturbances happen in their order; those that cut an answer into packets come last. */
export function happen(whole: Answer, disturbances: readonly Disturb[], draw: Draw): Happened {
  const happened: Disturb[] = []
  let answer = whole
  for (const disturb of inOrder(disturbances)) {
    const changed = disturb.apply(answer, draw)
    if (!changed) continue
    answer = changed
    happened.push(disturb)
  }
  return { answer: answer.body === whole.body ? answer : tellingContent(answer), disturbances: happened }
}

function inOrder(disturbances: readonly Disturb[]): readonly Disturb[] {
  const packs = ({ name }: Disturb): boolean => name === 'split'
  return [...disturbances.filter((one) => !packs(one)), ...disturbances.filter(packs)]
}
