/** The measurements of libraries, as in `schemas/clients.yaml`. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { ScenarioName } from '../../../cli/commands/client/names.ts'
import type { ClientReport, Outcome, ScenarioResult, Standing } from '../../../cli/commands/client/report.ts'

/** A scenario that a library did not pass. */
export interface Weakness extends Pick<ScenarioResult, 'outcome' | 'requests'> {
  readonly standing: Exclude<Standing, 'pass'>
  /** The level and id of each finding, with its evidence. */
  readonly findings: readonly string[]
  /** For failures only: how the call ended when the published responses were sent again. */
  readonly again?: Outcome
}

export interface Measured {
  /** `JavaScript/openai` */
  readonly name: string
  readonly version: string
  readonly measured: string
  /** The version of the scenarios. */
  readonly harness: string
  /** The duration of all scenarios. */
  readonly seconds: number
  readonly passed: number
  readonly weaknesses: Readonly<Partial<Record<ScenarioName, Weakness>>>
}

export interface Matrix {
  readonly clients: readonly Measured[]
  /** The responses of the gateway, in order, for each scenario that some library does not pass. */
  readonly responses: Readonly<Partial<Record<ScenarioName, readonly string[]>>>
}

export const dataFile = fileURLToPath(new URL('../../../schemas/clients.yaml', import.meta.url))

export function matrix(): Matrix {
  return existsSync(dataFile) ? (parse(readFileSync(dataFile, 'utf8')) as Matrix) : { clients: [], responses: {} }
}

export function measuredOf(name: string, version: string, report: ClientReport): Measured {
  const { started, finished, harness, results } = report
  const wrong = results.filter(({ standing }) => standing !== 'pass')
  return {
    name,
    version,
    measured: finished.slice(0, 10),
    harness,
    seconds: Math.round((Date.parse(finished) - Date.parse(started)) / 1_000),
    passed: results.length - wrong.length,
    weaknesses: Object.fromEntries(wrong.map((result) => [result.name, weaknessOf(result)])),
  }
}

function weaknessOf({ standing, outcome, requests, findings, why }: ScenarioResult): Weakness {
  const lines = findings.map(({ level, id, words, evidence }) =>
    // The section of the scenario already says what the gateway did.
    [`${level} \`${id}\`: ${words}`, ...evidence.filter((one) => !one.startsWith('The gateway '))]
      .join(' ')
      .replaceAll(/ \(req_\w+\)/g, ''),
  )
  return {
    standing: standing === 'pass' ? 'inconclusive' : standing,
    outcome,
    requests,
    findings: why === undefined ? lines : [`not judged: ${why}`, ...lines],
  }
}

export function byLanguage({ clients }: Matrix): Readonly<Record<string, readonly Measured[]>> {
  return Object.groupBy(clients, ({ name }) => name.slice(0, name.indexOf('/'))) as Record<string, Measured[]>
}
