/** Ways to reproduce a finding: the command that runs its requirement alone, and the request as a curl line. */
import { compact, kept } from '../http/compact.ts'
import { type CurlWay, curlOf } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import { shellWord } from '../http/shell.ts'
import type { Evidence, Finding } from '../judge/evidence.ts'
import type { Check } from '../run/check.ts'

/** The parts of a run that are needed to reproduce its findings. */
export interface Again {
  readonly baseUrl: string
  readonly way: CurlWay
  readonly byId: ReadonlyMap<string, Exchange>
  readonly checks: readonly Check[]
  readonly evidence: readonly Evidence[]
  /** The command that repeats such a run, with its seed. */
  readonly command: string
  /** The model of the run. */
  readonly model?: string | undefined
}

/** Has a folder for each requirement, so that a replay does not overwrite the report of the whole run. */
const OUT = 'out/replay'

/** The maximum number of repetitions of a run until an intermittent finding shows. */
export const REPEATS = 20

/**
 * The command that reproduces a finding, and passes once the gateway is fixed: it judges that requirement, and sends
 * the requests that showed the finding.
 */
export function replayOf(finding: Finding, again: Again): string {
  const { checks, command } = again
  const { requirement } = finding
  const makers = makersOf(finding, again)
  const repeat = finding.intermittent ? `--repeat ${REPEATS} ` : ''
  const out = `${repeat}--out ${shellWord(`${OUT}/${requirement}`)}`
  if (needsRun(finding, again, makers)) return `${command} ${out}`
  // If another check found it, the requirement's own checks have to run as well to show that it holds.
  const own = checks.filter(({ covers }) => covers === requirement)
  const ids = [...new Set([...makers, ...own].map(({ id }) => id))]
  const only = ids.length > own.length ? ` --check ${ids.join(',')}` : ''
  return `${command} --requirement ${requirement}${only} ${out}`
}

/**
 * Whether the whole run is needed to show it again. It may need requests before it or at the same time, its checks may
 * follow up on others, or no check may be known.
 */
export function needsRun(finding: Finding, again: Again, makers = makersOf(finding, again)): boolean {
  if (finding.intermittent || finding.afterOnConnection !== undefined) return true
  return makers.some(needsOthers) || (makers.length === 0 && finding.exchanges.length > 0)
}

/** Whether a check uses the exchanges of other checks. */
const needsOthers = ({ last, followUp }: Check): boolean => last || followUp

/** The request of a finding's first exchange as a curl line, after the request that it depends on. */
export function curlFor({ exchanges, afterOnConnection }: Finding, { baseUrl, byId, way }: Again): string | undefined {
  const [first] = exchanges.flatMap((id) => byId.get(id) ?? [])
  const before = byId.get(afterOnConnection ?? '')
  return first && curlOf(baseUrl, first.request, { ...way, ...compact({ before: before?.request }) })
}

/** The checks that make the exchanges of a finding. */
function makersOf({ check, exchanges }: Finding, again: Again): Check[] {
  if (check !== undefined) return again.checks.filter(({ id }) => id === check)
  const known = makersIn(again)
  return [...new Set(exchanges.flatMap((exchange) => known.get(exchange) ?? []))]
}

/** The check that sends each exchange of a run, or uses it. Cached, since many findings share exchanges. */
const makersIn = kept(({ byId, checks, evidence }: Again): ReadonlyMap<string, Check | undefined> => {
  const users = new Map<string, string>()
  for (const { exchange, control = '', check } of evidence)
    for (const id of [exchange, control]) if (!users.has(id)) users.set(id, check)
  const makerOf = (exchange: string): Check | undefined =>
    checks.find(({ id }) => exchange.startsWith(`${id}/`)) ?? checks.find(({ id }) => id === users.get(exchange))
  return new Map([...byId.keys()].map((exchange) => [exchange, makerOf(exchange)]))
})
