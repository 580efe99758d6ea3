/**
 * Tests with many inputs use a part of them for each commit, other ones for the next, and all of them with WHOLE=1, once a week.
 */
import { spawnSync } from 'node:child_process'
import { root } from '../groups.ts'

const PART = 4

export const isWhole = process.env.WHOLE === '1'

/** The number of inputs that this run draws. */
export const sampled = (count: number): number => (isWhole ? count : Math.ceil(count / PART))

const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' })

/** Selects what this commit tests. Without a history it is the first part. */
const turn = Number(stdout) % PART

/** Every fourth value. Each commit begins with another one. */
export const inTurn = <T>(values: readonly T[]): readonly T[] =>
  isWhole ? values : values.filter((_, at) => at % PART === turn)
