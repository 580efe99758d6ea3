/** Ways to see a finding again: the command that asks for its requirement alone, and the request as a curl line. */
import { type CurlWay, curlOf } from '../http/curl.ts'
import type { Exchange } from '../http/exchange.ts'
import { shellWord } from '../http/shell.ts'
import type { Evidence } from '../judge/evidence.ts'
import type { Finding } from '../judge/finding.ts'
import type { Check } from '../run/check.ts'

/** What a run has to say of itself, so that its findings can be seen again. */
export interface Again {
  readonly baseUrl: string
  readonly way: CurlWay
  readonly byId: ReadonlyMap<string, Exchange>
  readonly checks: readonly Check[]
  readonly evidence: readonly Evidence[]
  /** Makes such a run again, with its seed. */
  readonly command: string
}

/** A folder for each requirement: the report of the whole run stays as it is. */
const OUT = 'out/replay'

/**
 * The command that shows a finding again, and its requirement green once the gateway is mended: it judges that
 * requirement, and sends what has shown it.
 */
export function replayOf(finding: Finding, again: Again): string {
  const { checks, command } = again
  const { requirement } = finding
  const makers = makersOf(finding, again)
  const out = `--out ${shellWord(`${OUT}/${requirement}`)}`
  // They ask what others have left open: alone they have nothing to ask.
  if (makers.some(waits)) return `${command} ${out}`
  // Where another check has met it, those of the requirement itself are what shows it green.
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

/** The request of a finding's first exchange as a curl line. */
export function curlFor({ exchanges }: Finding, { baseUrl, byId, way }: Again): string | undefined {
  const [first] = exchanges.flatMap((id) => byId.get(id) ?? [])
  return first && curlOf(baseUrl, first.request, way)
}

/** The checks that make the exchanges of a finding, or such exchanges. */
function makersOf({ check, exchanges }: Finding, again: Again): Check[] {
  const { checks, evidence } = again
  if (check !== undefined) return checks.filter(({ id }) => id === check)
  const makers = exchanges.flatMap((exchange) => {
    const own = checkOf(exchange, checks)
    if (own) return [own]
    const user = evidence.find((item) => item.exchange === exchange || item.control === exchange)
    return checks.find(({ id }) => id === user?.check) ?? likeliest(exchange, again) ?? []
  })
  return [...new Set(makers)]
}

function checkOf(exchange: string, checks: readonly Check[]): Check | undefined {
  return checks.find(({ id }) => exchange.startsWith(`${id}/`))
}

/** The check with the fewest exchanges that got such an answer: for one that the run itself has asked for. */
function likeliest(exchange: string, { byId, checks }: Again): Check | undefined {
  const kindOf = ({ request, answer }: Exchange): string => `${request.operation} ${request.stream} ${answer?.status}`
  const wanted = byId.get(exchange)
  const counts = new Map<Check, { all: number; alike: number }>()
  for (const each of byId.values()) {
    const check = checkOf(each.id, checks)
    if (!check || waits(check)) continue
    const count = counts.get(check) ?? { all: 0, alike: 0 }
    counts.set(check, count)
    count.all += 1
    if (wanted && kindOf(each) === kindOf(wanted)) count.alike += 1
  }
  // Answers arrive in any order: of equal checks it is the first that is declared.
  const alike = checks.filter((check) => (counts.get(check)?.alike ?? 0) > 0)
  const size = (check: Check): number => counts.get(check)?.all ?? 0
  return alike.toSorted((one, other) => size(one) - size(other))[0]
}
