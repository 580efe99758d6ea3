/** A run of smoke on the mock with an additional failing check, and sets with and without that check. */
import { startMock } from '../../../../mock/index.ts'
import type { RequirementId } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../../suites/harness/http/request.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import { suite } from '../../../../suites/harness/run/check.ts'
import { judgeRun, type Result } from '../../../../suites/harness/run/result.ts'
import type { SetFile } from '../../../../suites/harness/sets/frozen-set.ts'
import { type Challenge, ourSetFile, type Scoring, scoringFrom } from '../../../../suites/harness/sets/scoring.ts'
import type { Timeline } from '../../../../suites/harness/sets/timeline.ts'
import { allChecks } from '../../../../suites/index.ts'
import { mockAt } from '../../../reporters/samples.ts'

export const ADDED = 'models-list.added'

/** A check that always fails, because the mock serves its model list. */
export const added = suite('models', [
  {
    covers: 'models-list',
    id: ADDED,
    title: 'a list is refused',
    profile: 'smoke',
    run: async (context) =>
      void (await context.try('a list', listModels(), { kind: 'rejected', statuses: [400] }, { plainly: true })),
  },
])

export const EFFECTIVE = '2030-01-01'

export const first: SetFile = ourSetFile('1.0.0-1')
/** The first set with the added check. */
export const next: SetFile = { ...first, set: '1.0.0-2', since: { ...first.since, '1.0.0-2': { checks: [ADDED] } } }

/** @param effective the day of the next set; undecided if absent */
export const timelineWith = (effective?: string): Pick<Timeline, 'sets'> => ({
  sets: [
    { name: '1.0.0-1', draft: '2026-01-01', effective: '2026-01-01', sha256: '' },
    { name: '1.0.0-2', draft: '2026-01-02', ...(effective === undefined ? {} : { effective }), sha256: '' },
  ],
})

interface Given {
  readonly name?: string
  readonly effective?: string
  readonly challenges?: readonly Challenge[]
  readonly at?: string
  /** Replaces the file of the first set. */
  readonly set?: SetFile
  /** Replaces the file of the second set. */
  readonly second?: SetFile
}

export function scoring({
  name,
  effective,
  challenges = [],
  at = '2026-12-01',
  set = first,
  second = next,
}: Given): Scoring {
  const setFile = (wanted: string): SetFile => (wanted === '1.0.0-1' ? set : second)
  return scoringFrom({ timeline: timelineWith(effective), setFile, challenges }, name, new Date(`${at}T12:00:00Z`))
}

/** The first set with changed requirements. */
export function changedSet(change: (ids: readonly string[]) => readonly string[]): SetFile {
  const { requirements: { must = {}, should = {} } = {}, ...group } = first.since['1.0.0-1'] ?? {}
  const changed = Object.fromEntries(Object.entries(must).map(([profile, ids]) => [profile, change(ids)]))
  return { ...first, since: { '1.0.0-1': { ...group, requirements: { must: changed, should } } } }
}

const mock = await startMock()
export const target = mockAt(mock.url)
/** The run without a set, in which everything counts. */
export const run: Result = await certify({ target, checks: [...allChecks, ...added], profile: 'smoke' })
await mock.close()

/** The same run, judged under other sets. */
export function under(by: Scoring | undefined, { strict = false, of = run } = {}): Result {
  const { scoring: _, ...selection } = of.selection
  return judgeRun({ ...of, selection: by ? { ...selection, scoring: by } : selection }, strict)
}

/** An exchange whose response lacks the request id. */
export function withoutId<Sent extends Pick<Exchange, 'response'>>(exchange: Sent): Sent {
  const { response } = exchange
  const headers = response?.headers.filter(([name]) => !/request-id/i.test(name)) ?? []
  return response ? { ...exchange, response: { ...response, headers } } : exchange
}

export const challenge = (requirement: RequirementId, ruling?: Challenge['ruling']): Challenge => {
  return { id: 'c-1', requirement, quote: 'data', opened: '2026-11-01', ...(ruling ? { ruling } : {}) }
}
