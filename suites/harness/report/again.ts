/** Ways to reproduce a finding: the command that runs its requirement alone, and the request as a curl line. */
import { compact, entryOf, kept } from '../http/compact.ts'
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
  // These checks follow up on others: alone, they have nothing to send.
  if (makers.some(waits)) return `${command} ${out}`
  // If another check found it, the requirement's own checks have to run as well to show that it holds.
  const own = checks.filter(({ covers }) => covers === requirement)
  const ids = [...new Set([...makers, ...own].map(({ id }) => id))]
  const only = ids.length > own.length ? ` --check ${ids.join(',')}` : ''
  return `${command} --requirement ${requirement}${only} ${out}`
}

/** Whether the whole run is needed to show it again. */
export function needsRun(finding: Finding, again: Again): boolean {
  return makersOf(finding, again).some(waits)
}

const waits = ({ last, followUp }: Check): boolean => last || followUp

/** The request of a finding's first exchange as a curl line, after the request that it depends on. */
export function curlFor({ exchanges, afterOnConnection }: Finding, { baseUrl, byId, way }: Again): string | undefined {
  const [first] = exchanges.flatMap((id) => byId.get(id) ?? [])
  const before = byId.get(afterOnConnection ?? '')
  return first && curlOf(baseUrl, first.request, { ...way, ...compact({ before: before?.request }) })
}

/** The checks that make the exchanges of a finding, or similar ones. */
function makersOf({ check, exchanges }: Finding, again: Again): Check[] {
  const { checks } = again
  if (check !== undefined) return checks.filter(({ id }) => id === check)
  const known = makersIn(again)
  return [...new Set(exchanges.flatMap((exchange) => known(exchange) ?? []))]
}

type MakerOf = (exchange: string) => Check | undefined

/** The check that made an exchange of a run. It is cached, since many findings share exchanges. */
const makersIn = kept((again: Again): MakerOf => {
  const { byId, checks, evidence } = again
  const own = new Map([...byId.keys()].map((exchange) => [exchange, checkOf(exchange, checks)]))
  const users = new Map<string, string>()
  for (const { exchange, control, check } of evidence)
    for (const id of [exchange, control]) if (id !== undefined && !users.has(id)) users.set(id, check)
  const likely = likeliest(again, own)
  return (exchange) =>
    (own.has(exchange) ? own.get(exchange) : checkOf(exchange, checks)) ??
    checks.find(({ id }) => id === users.get(exchange)) ??
    likely(exchange)
})

function checkOf(exchange: string, checks: readonly Check[]): Check | undefined {
  return checks.find(({ id }) => exchange.startsWith(`${id}/`))
}

const kindOf = ({ request, response }: Exchange): string => `${request.operation} ${request.stream} ${response?.status}`

/** For an exchange that the run itself has sent: the check with the fewest exchanges that got such a response. */
function likeliest({ byId, checks }: Again, own: ReadonlyMap<string, Check | undefined>): MakerOf {
  const made = Map.groupBy(byId.values(), ({ id }) => own.get(id))
  const size = (check: Check): number => made.get(check)?.length ?? 0
  // The sort is stable: of equal checks, the first declared one wins, in whatever order responses arrive.
  const bySize = checks.filter((check) => !waits(check)).toSorted((one, other) => size(one) - size(other))
  const found = new Map<string, Check>()
  for (const check of bySize) for (const each of made.get(check) ?? []) entryOf(found, kindOf(each), () => check)
  return (exchange) => {
    const wanted = byId.get(exchange)
    return wanted && found.get(kindOf(wanted))
  }
}
