/**
 * Tests with many inputs use a part of them for each commit, by rotation, and all of them with WHOLE=1, once a week.
 */
import { spawnSync } from 'node:child_process'
import { root } from '../groups.ts'

const PART = 4

export const isWhole = process.env.WHOLE === '1'

/** The number of inputs that this run draws. */
export const sampled = (count: number): number => (isWhole ? count : Math.ceil(count / PART))

const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' })

/** One of n parts of the values, by rotation from commit to commit. Without a history, it is the first part. */
export const inTurn = <T>(values: readonly T[], parts = PART): readonly T[] =>
  isWhole ? values : values.filter((_, at) => at % parts === Number(stdout) % parts)
