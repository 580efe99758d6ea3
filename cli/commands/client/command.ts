/** `svc-conformance client`: plays scenarios to a client, and reports its mistakes. */
import { randomInt } from 'node:crypto'
import { basename, join } from 'node:path'
import { type MockServer, startMock } from '../../../mock/index.ts'
import { counted } from '../../../reporters/wording/counted.ts'
import { contractVersion } from '../../../suites/harness/catalogue/requirements.ts'
import { harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import { hideKeys, rememberSecrets } from '../../../suites/harness/http/redact.ts'
import { exitCodes } from '../../exit-codes.ts'
import { outFolder, writeNamed } from '../../files.ts'
import { print } from '../../output.ts'
import { clientFormatFiles, clientFormatTexts, terminalText } from './formats.ts'
import { outcomeOf, resultOf } from './judgement.ts'
import { type Call, LinesClient } from './lines.ts'
import { type ClientFormat, type ScenarioName, type ScenarioSet, scenarioNames } from './names.ts'
import { type Deadlines, type Ended, killAll, startClient } from './process.ts'
import { type ClientReport, conclusionOf, type Scenario, type ScenarioResult } from './report.ts'
import { scenarios } from './scenarios.ts'

export interface ClientOptions {
  readonly scenarios: ScenarioSet
  readonly scenario?: readonly ScenarioName[]
  /** Milliseconds from the first request of each start of the client. */
  readonly timeout: number
  /** The number of legal responses to draw, instead of scenarios. */
  readonly fuzz?: number
  readonly seed?: number
  readonly parallel: number
  /** Makes all calls in one process, or in `parallel` processes, with the protocol of `lines.ts`. */
  readonly oneProcess: boolean
  readonly strict: boolean
  readonly json: boolean
  readonly out?: string
  readonly reporter?: readonly ClientFormat[]
}

const MODEL = 'svc/small'

/** Milliseconds until the first request: some libraries take half a minute to load on a busy machine. */
const MAX_START = 120_000

/** A client that has waited this many milliseconds has shown that it waits. */
const ENOUGH = 5_000

/** Thrown for a failed call, because the observer of a call recognizes failures by exceptions. */
class Failed extends Error {}

/** Plays the scenarios and gives the exit code. @throws UsageError */
export async function clientCommand(command: readonly string[], options: ClientOptions): Promise<number> {
  const { scenario, scenarios: set, strict, json, out } = options
  const names = scenarioNames.filter((name) =>
    scenario ? scenario.includes(name) : set === 'full' || scenarios[name].set === 'core',
  )
  // Create the folder before the client starts: no scenario should run for a report that cannot be written.
  const place = out === undefined ? undefined : outFolder(out)
  const started = new Date().toISOString()
  const stop = endingWithUs()
  const mock = await startMock({ journal: { bodies: true } })
  try {
    const pool: LinesClient[] = []
    const one = async (named: Named): Promise<ScenarioResult> => {
      if (!options.oneProcess) return play(mock, named, startedFor(named.name, command), options.timeout)
      const client = pool.pop() ?? new LinesClient(command)
      const result = await play(mock, named, (call, deadlines) => client.call(call, deadlines), options.timeout)
      pool.push(client)
      return result
    }
    const run: Run = (name) => one({ name, scenario: scenarios[name] })
    const played = options.fuzz === undefined ? await playAll(names, options.parallel, run) : await fuzzed(one, options)
    const { results, files = {}, ...more } = played
    const report: ClientReport = {
      format: 'svc-conformance-client/1',
      harness: harnessVersion,
      contract: contractVersion,
      program: hideKeys(basename(command[0] ?? '')),
      scenarios: options.fuzz !== undefined ? 'fuzz' : scenario ? 'chosen' : set,
      strict,
      started,
      finished: new Date().toISOString(),
      conclusion: conclusionOf(results, strict),
      ...more,
      results,
    }
    // Print first: a file that cannot be written must not lose the results.
    print(json ? clientFormatTexts.json(report) : terminalText(report))
    if (place !== undefined) {
      for (const format of options.reporter ?? ['json'])
        writeNamed(join(place, clientFormatFiles[format]), clientFormatTexts[format](report))
      for (const [name, text] of Object.entries(files)) writeNamed(join(place, name), text)
    }
    return exitCodes[report.conclusion]
  } finally {
    killAll()
    stop()
    await mock.close()
  }
}

/** The scenarios that were played. `files`, keyed by name, are written next to the report. */
type Played = Pick<ClientReport, 'results' | 'stopped' | 'seed'> & { readonly files?: Readonly<Record<string, string>> }

type Run = (name: ScenarioName) => Promise<ScenarioResult>

async function playAll(names: readonly ScenarioName[], parallel: number, run: Run): Promise<Played> {
  // Run the first scenario alone, so that a program that cannot work at all is started only once.
  const first = await inTurn(names.slice(0, 1), 1, run)
  const left = names.slice(1)
  if (first[0]?.requests === 0 && left.length > 0) {
    const others = counted(left.length, 'scenario was', 'scenarios were')
    return { results: first, stopped: `The other ${others} not run, because the first one got no request.` }
  }
  return { results: [...first, ...(await inTurn(left, parallel, run))] }
}

async function fuzzed(one: (named: Named) => Promise<ScenarioResult>, options: ClientOptions): Promise<Played> {
  const { fuzz, fuzzFiles } = await import('./fuzz/fuzz.ts')
  const seed = options.seed ?? randomInt(2 ** 31)
  let plays = 0
  const play = (scenario: Scenario): Promise<ScenarioResult> => one({ name: `fuzz-${++plays}`, scenario })
  const { broken, results } = await fuzz(play, options.fuzz ?? 0, seed)
  return { results, seed, files: broken.length === 0 ? {} : fuzzFiles(broken) }
}

/** Makes the call of a scenario, in any process. */
type MakeCall = (call: Call, deadlines: Deadlines) => Promise<Ended>

/** Makes each call in a separate process, which gets the call in its environment variables. */
const startedFor =
  (name: string, command: readonly string[]): MakeCall =>
  ({ base_url, key, model, stream }, deadlines) => {
    const env = {
      OPENAI_BASE_URL: `${base_url}/v1`,
      OPENAI_API_KEY: key,
      SVC_BASE_URL: base_url,
      SVC_KEY: key,
      SVC_MODEL: model,
      SVC_SCENARIO: name,
      SVC_STREAM: stream ? '1' : '0',
    }
    return startClient(command, env, deadlines)
  }

interface Named {
  readonly name: string
  readonly scenario: Scenario
}

/** Plays one scenario in its own project, so that no other scenario uses the key of the client. */
async function play(mock: MockServer, { name, scenario }: Named, make: MakeCall, timeout: number) {
  const project = mock.project({ name: `scenario-${name.replace('.', '-')}`, models: [MODEL] })
  rememberSecrets([project.key])
  scenario.play(project)
  const call = {
    stream: scenario.streams,
    base_url: scenario.variant === undefined ? mock.url : `${mock.url}/variants/${scenario.variant}`,
    key: project.key,
    model: MODEL,
    prompt: 'Tell me a story.',
  }
  const starting = make(call, {
    start: Math.max(timeout, MAX_START),
    call: scenario.mayWait ? Math.min(timeout, ENOUGH) : timeout * (scenario.timeShare ?? 1),
    hasBegun: () => project.verdict().requests > 0,
  })
  const observed = async (): Promise<void> => {
    if (outcomeOf(await starting) !== 'returned') throw new Failed()
  }
  await project.observe(observed).catch((error) => {
    if (!(error instanceof Failed)) throw error
  })
  const [verdict, journal] = [project.verdict(), project.journal()]
  project.close()
  return resultOf({ name, scenario, ended: await starting, verdict, journal })
}

/** Runs at most `parallel` scenarios at a time. Results are in the order of the names. */
async function inTurn(names: readonly ScenarioName[], parallel: number, run: Run): Promise<ScenarioResult[]> {
  const results = new Map<ScenarioName, ScenarioResult>()
  const isLong = (name: ScenarioName): number => Number(scenarios[name].timeShare !== undefined)
  const waiting = names.toSorted((a, b) => isLong(b) - isLong(a))
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const result = await run(name).catch((error) => {
        // After an error, start no further scenario.
        waiting.length = 0
        throw error
      })
      results.set(name, result)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return names.flatMap((name) => results.get(name) ?? [])
}

/** Ends the clients on a signal: they have their own process groups, so the signal does not reach them. */
function endingWithUs(): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
  const end = (signal: NodeJS.Signals): void => {
    killAll()
    stop()
    process.kill(process.pid, signal)
  }
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, end)
  }
  for (const signal of signals) process.on(signal, end)
  return stop
}
