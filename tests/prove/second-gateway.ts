/** Rows of the red team: a fault or a variant over the second gateway. */
import { type RedTeamFault, type RedTeamVariant, startLayer } from '../adversary/red-team/index.ts'
import { gatewayTarget } from './gateway-target.ts'
import type { Harness } from './harness.ts'
import { type CoreRun, runCore } from './one-key.ts'
import { faultProblemsByChance, type Run, runOf, variantProblems } from './outcome.ts'

/** Milliseconds: no row leaves a request without a response, so that a busy machine may take its time. */
const MAX_WAIT = 30_000

export interface SecondRun {
  readonly run: Run
  readonly problems: readonly string[]
  readonly emitted: number
  readonly core?: CoreRun | undefined
}

/** @param fault where the profile core is to run against it as well */
async function runOver(
  row: RedTeamFault | RedTeamVariant,
  { certify, checks }: Harness,
  fault?: RedTeamFault,
): Promise<{ run: Run; emitted: number; core?: CoreRun | undefined }> {
  const layer = await startLayer(row)
  try {
    const { keys, models } = layer.gateway
    const target = gatewayTarget({ url: layer.url, demo: { ...keys, ...models } }, '', MAX_WAIT)
    const full = await certify({ target, checks, profile: 'full' })
    const { emitted } = layer
    const core = fault && (await runCore(fault, full, target, checks, () => layer.emitted))
    return { run: runOf(full), emitted, core }
  } finally {
    await layer.close()
  }
}

export async function faultOverSecond(row: RedTeamFault, harness: Harness, withCore = false): Promise<SecondRun> {
  const { run, emitted, core } = await runOver(row, harness, withCore ? row : undefined)
  const problems = faultProblemsByChance(row.breaks, emitted, run)
  return { run, emitted, core, problems: [...problems, ...(core?.problems ?? [])] }
}

export async function variantOverSecond(row: RedTeamVariant, harness: Harness): Promise<SecondRun> {
  const { run, emitted } = await runOver(row, harness)
  const changes = row.reply ?? row.ask ?? row.early
  const idle = changes && emitted === 0 ? ['the variant was never emitted'] : []
  return { run, emitted, problems: [...variantProblems(run, row.incomplete), ...idle] }
}
