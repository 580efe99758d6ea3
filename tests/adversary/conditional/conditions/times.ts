/** Conditions on when a request arrives, and on what preceded it. */
import type { Ask } from '../../red-team/layer/ask.ts'
import type { Condition, Dimension, Timing } from './condition.ts'

const row = (dimension: Dimension, name: string, weight: number, when: (timing: Timing, ask: Ask) => boolean) =>
  ({ name, dimension, weight, passing: true, when: (ask, timing) => when(timing, ask) }) satisfies Condition

export const times: readonly Condition[] = [
  row('times', 'from the second time on', 2, ({ before }) => before >= 1),
  row('times', 'from the third time on', 2, ({ before }) => before >= 2),
  row('times', 'from the fifth time on', 2, ({ before }) => before >= 4),
  row('times', 'every third time', 2, ({ before }) => before % 3 === 2),
  row('times', 'every fifth time', 2, ({ before }) => before % 5 === 4),
  row('times', 'the second time alone', 1, ({ before }) => before === 1),
  row('at once', 'another request is on its way', 4, ({ others }) => others >= 1),
  row('at once', 'three others are on their way', 2, ({ others }) => others >= 3),
  row('connection', 'the connection was used before', 4, ({ onConnection }) => onConnection >= 1),
  row('connection', 'the connection was used five times before', 2, ({ onConnection }) => onConnection >= 5),
  row('connection', 'the connection is new', 2, ({ onConnection }) => onConnection === 0),
  {
    name: 'the caller closes the connection',
    dimension: 'connection',
    weight: 3,
    when: ({ closes }) => closes,
  },
]
