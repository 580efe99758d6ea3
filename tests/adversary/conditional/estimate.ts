/**
 * Estimates which breaches the requests of a run would provoke, from one run against a gateway that breaks nothing. It
 * costs one run for any number of draws, and does not cover the judge.
 */
import { certify } from '../../../suites/harness/run/certify.ts'
import { DEFAULT_SEED } from '../../../suites/harness/run/generated/seed.ts'
import { allChecks } from '../../../suites/index.ts'
import { closing } from '../../prove/closing.ts'
import { startLayer } from '../red-team/index.ts'
import type { Ask } from '../red-team/layer/ask.ts'
import { holds } from '../red-team/layer/conditions.ts'
import type { Reply } from '../red-team/layer/reply.ts'
import { type Course, Courses, GATEWAY } from './breach.ts'
import type { Draw } from './draw.ts'
import { type Job, targetOf } from './rows.ts'

/** An exchange of the run, and the concurrent ones. */
export interface Met {
  readonly ask: Ask
  readonly reply: Reply
  readonly course: Course
}

/** All exchanges of one or more runs against a conforming gateway, each with a different seed. */
export async function recordRun({ profile, depth }: Pick<Job, 'profile' | 'depth'>, runs = 1): Promise<readonly Met[]> {
  const met: Met[] = []
  const courses = new Courses()
  return closing(
    await startLayer({
      freedoms: GATEWAY,
      ask: (ask) => courses.open(ask),
      reply: (reply, ask) => void met.push({ ask, reply: { ...reply }, course: courses.close(ask) }),
    }),
    async (layer) => {
      for (let run = 0; run < runs; run += 1)
        await certify({ target: targetOf(layer, profile), checks: allChecks, profile, depth, seed: DEFAULT_SEED + run })
      return met
    },
  )
}

/** Whether enough exchanges match the kind of a breach and all its conditions. */
export function isProvoked({ kind, deviation: { fewest = 1 }, conditions }: Draw, met: readonly Met[]): boolean {
  const own = met.filter(({ ask, reply }) => holds(() => kind.when(ask, reply)))
  const shown = own.filter(({ ask, course }, before) =>
    conditions.every(({ when }) => holds(() => when(ask, { ...course, before }))),
  )
  return shown.length >= fewest
}
