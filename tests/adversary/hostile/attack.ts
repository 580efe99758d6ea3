/** One run against one hostile target: its result, its duration, and whether the key leaked. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exitCodeOf } from '../../../cli/exit-codes.ts'
import { paintFor } from '../../../reporters/terminal/paint.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { type Report, reportOf } from '../../../suites/harness/report/report.ts'
import { certify } from '../../../suites/harness/run/certify.ts'
import { defaultLimits } from '../../../suites/harness/target/limits.ts'
import { describeTarget } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { formsOf } from '../../integration/secrets/forms.ts'
import type { Arena } from './arena.ts'
import type { Hostile } from './targets/index.ts'
import { KEY } from './targets/responses.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Leftover bytes of earlier runs that are tolerated: a garbage collection takes longer than most runs. */
const MAX_LEFT = 8 * 2 ** 20

/** Bytes in use after the last collection. */
let inUse = 0

/** The leftover bytes of earlier runs. If there are many, they are collected. */
function left(): number {
  const garbage = process.memoryUsage().heapUsed - inUse
  if (inUse > 0 && garbage <= MAX_LEFT) return Math.max(0, garbage)
  collect()
  inUse = process.memoryUsage().heapUsed
  return 0
}

/** The maximum milliseconds of a run, and of one exchange. */
export const LIMITS = { time: 6000, timeout: 400 } as const

export interface Attack {
  readonly name: string
  readonly does: string
  readonly conclusion: string
  readonly exit: number
  readonly requests: number
  /** Milliseconds from the first request to the verdict. */
  readonly took: number
  /** Requirements whose checks broke; must be empty. */
  readonly broken: readonly string[]
  /** Requirements that fail because of an incomplete response. */
  readonly accused?: readonly string[]
  readonly leaks: readonly string[]
  readonly strayed: readonly string[]
  /** MiB of memory that the process used during the run, beyond its use before. */
  readonly memory: number
}

/** Forms of the key that must not occur in any output of a run. */
export function traces(): string[] {
  return [...formsOf(KEY).values(), KEY.split('_')[2] ?? '']
}

/** Watches the memory during a run. @returns a function that returns the peak growth in MiB */
function watchMemory(): () => number {
  const garbage = left()
  const before = process.memoryUsage.rss() - garbage
  let max = before
  const look = (): void => {
    max = Math.max(max, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 10)
  return () => {
    look()
    clearInterval(timer)
    return Math.round((max - before) / 2 ** 20)
  }
}

/** What a report says about a run against a target. */
export const shownIn = ({ conclusion, requests, requirements }: Report, { name, does }: Hostile) => ({
  ...{ name, does, conclusion, requests },
  broken: requirements.flatMap(({ id, verdict, findings }) =>
    verdict === 'error' ? [`${id}: ${findings[0]?.message}`] : [],
  ),
})

/** @param most the maximum number of requests */
export async function attack(target: Hostile, arena: Arena, most: number): Promise<Attack> {
  const url = await arena.start(target.name)
  const takenMemory = watchMemory()
  const started = performance.now()
  const described = {
    baseUrl: url,
    keys: { valid: KEY },
    models: {},
    provoke: {},
    ...(target.http2 ? { network: { http2: true } } : {}),
    limits: {
      ...defaultLimits(url),
      requests: most,
      rate: Number.POSITIVE_INFINITY,
      concurrency: 8,
      maxTokens: 16,
      ...LIMITS,
    },
  }
  const result = await certify({ target: described, checks: allChecks, profile: 'core' })
  const report = reportOf(result, {
    target: describeTarget(described),
    strict: false,
    command: 'svc-conformance run',
  })
  const shown = JSON.stringify(report) + summaryOf(report, { paint: paintFor({ isTTY: false } as never, {}) })
  const took = performance.now() - started
  return {
    ...shownIn(report, target),
    exit: exitCodeOf(report),
    took,
    leaks: traces().filter((trace) => shown.includes(trace)),
    strayed: await arena.stop(),
    memory: takenMemory(),
  }
}
