/** One row: a run of the full profile through one set-up, compared with its expected outcome. */
import { startMock } from '../../../mock/index.ts'
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { headerValues, mediaType } from '../../../suites/harness/http/exchange.ts'
import type { Verdict } from '../../../suites/harness/judge/evidence.ts'
import { certify, type Result } from '../../../suites/harness/run/certify.ts'
import type { Network } from '../../../suites/harness/target/network.ts'
import type { Target } from '../../../suites/harness/target/target.ts'
import { allChecks } from '../../../suites/index.ts'
import { gatewayTarget } from '../../prove/gateway-target.ts'
import { programOf } from './programs.ts'
import { certificate, serve, trusted } from './serving.ts'
import type { Place, Setup } from './setup.ts'

export interface Row {
  readonly setup: Setup
  readonly conclusion: Result['conclusion']
  /** Requirements that fail, each with its first finding. */
  readonly red: ReadonlyMap<RequirementId, string>
  /** Requirements that only warn, each with its first finding. */
  readonly warned: ReadonlyMap<RequirementId, string>
  /** `must` requirements that are left open, each with its first finding. */
  readonly open: ReadonlyMap<RequirementId, string>
  readonly requests: number
  /** Media types of the compressed responses, one for each response. */
  readonly compressed: readonly string[]
  readonly seconds: number
  readonly problem?: string
}

function found({ judged }: Result, ...verdicts: readonly Verdict[]): ReadonlyMap<RequirementId, string> {
  const hit = judged.filter(({ verdict }) => verdicts.includes(verdict))
  return new Map(
    hit.map(({ requirement, findings }) => {
      const first = findings.find(({ outcome }) => outcome !== 'pass') ?? findings[0]
      return [
        requirement.id,
        `${first?.message ?? 'nothing to judge'}${first?.actual === undefined ? '' : `: ${first.actual}`}`,
      ]
    }),
  )
}

function networkOf({ reach }: Setup, { socket }: Place): Network | undefined {
  const tls = { ca: trusted }
  const networks = { tls: { tls }, h2: { tls, http2: true }, h2c: { http2: true }, socket: { socket } }
  return reach && networks[reach]
}

/** The differences from the expected outcome, if any. */
export function problemOf(row: Omit<Row, 'problem'>): string | undefined {
  const { setup, conclusion, red, open, compressed } = row
  const { outcome } = setup
  if (conclusion !== outcome.conclusion) return `${conclusion}, and not ${outcome.conclusion}`
  if (outcome.conclusion === 'nonconformant') {
    const missed = outcome.breaks.filter((id) => !red.has(id))
    if (missed.length > 0) return `does not fail: ${missed.join(', ')}`
  }
  if (outcome.conclusion === 'incomplete') {
    const closed = outcome.open.filter((id) => !open.has(id))
    if (closed.length > 0) return `is not left open: ${closed.join(', ')}`
  }
  const plain = setup.compresses?.filter((type) => !compressed.includes(type)) ?? []
  return plain.length > 0 ? `nothing is shown: no ${plain.join(' and no ')} of the run was compressed` : undefined
}

export async function runRow(setup: Setup): Promise<Row> {
  const { key, cert } = certificate
  await using mock = await startMock(setup.secureUpstream ? { tls: { key, cert } } : {})
  await using proxy = await serve(setup, mock.port, programOf(setup.proxy))
  const started = performance.now()
  const { port } = proxy.place
  const scheme = setup.reach === 'tls' || setup.reach === 'h2' ? 'https' : 'http'
  const url = `${scheme}://127.0.0.1:${port}`
  const network = networkOf(setup, proxy.place)
  const target: Target = {
    ...gatewayTarget({ url, demo: mock.demo }, setup.path),
    ...(network === undefined ? {} : { network }),
  }
  const result = await certify({ target, checks: allChecks, profile: 'full' })
  const row = {
    setup,
    conclusion: result.conclusion,
    red: found(result, 'fail', 'error'),
    warned: found(result, 'warn'),
    open: new Map(
      [...found(result, 'not-evidenced', 'inconclusive')].filter(([id]) =>
        result.judged.some(({ requirement }) => requirement.id === id && requirement.level === 'must'),
      ),
    ),
    requests: result.requests,
    compressed: result.transcript.exchanges.flatMap(({ response }) =>
      response && headerValues(response, 'content-encoding').length > 0 ? [mediaType(response)] : [],
    ),
    seconds: (performance.now() - started) / 1000,
  }
  const problem = problemOf(row)
  return problem === undefined ? row : { ...row, problem }
}
