/** A result of the doctor about one topic, as data. */
import { compact } from '../../../suites/harness/http/compact.ts'
import type { Obstacle } from '../../../suites/harness/reachability/obstacle.ts'

export interface Diagnosis {
  readonly about:
    | 'base URL'
    | 'TLS'
    | 'key'
    | 'catalog'
    | 'completion'
    | 'stream'
    | 'request id'
    | 'proxy'
    | 'clock'
    | 'limits'
    | 'declared'
  /** A note is useful, and does not prevent a run. */
  readonly verdict: 'ok' | 'note' | 'problem'
  readonly found: string
  /** How to fix it, by the name that `--json` has published. */
  readonly mend?: string
}

type About = Diagnosis['about']

export const ok = (about: About, found: string): Diagnosis => ({ about, verdict: 'ok', found })
export const note = (about: About, found: string, fix?: string): Diagnosis =>
  compact({ about, verdict: 'note', found, mend: fix })
export const problem = (about: About, found: string, fix: string): Diagnosis =>
  compact({ about, verdict: 'problem', found, mend: fix })

/** An obstacle to every run, as a problem. */
export const inTheWay = ({ about, found, fix }: Obstacle): Diagnosis => problem(about, found, fix)
