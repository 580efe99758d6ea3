/** All tests, in the order in which they are started: what takes longest comes first. */
import { isQuick, testFiles } from './groups.ts'

export interface Part {
  readonly name: string
  readonly files: readonly string[]
  /** The files run in one process, and share what they have made. */
  readonly together?: true
  /** Only its figures are told: its tests are many, and quick. */
  readonly brief?: boolean
  /** Its tests open pages. */
  readonly browser?: boolean
}

/** To start a process takes the longer the more memory one has: alone it is quick. */
const MANY_PROCESSES = 'tests/reporters/curl.test.ts'

/** It has gateways of its own, and shares no run. */
const AFTER_STATE = 'tests/suites/after-state.test.ts'

/** A process masks what it was given in --header for the rest of its life, also in what other tests would certify. */
const MASKING = 'tests/cli/run/headers.test.ts'

/** They measure the memory of their process, or start many others. */
const APART = ['tests/adversary/hostile/hostile.test.ts', 'tests/adversary/mock-attacks/memory.test.ts']

/** Pages whose commands are run as they stand: most by a shell and in this process, some as processes. */
const WITH_COMMANDS = ['tests/docs/guides.test.ts', 'tests/docs/readme.test.ts', 'tests/docs/ci.test.ts']

/** Whole runs in one process: each is the quicker, the more there were before it. */
const WHOLE_RUNS = [
  'tests/docs/reports.test.ts',
  'tests/integration/transports/in-process.test.ts',
  'tests/integration/transports/server.test.ts',
]

/** They open pages. */
const BROWSER = testFiles('integration/browser')

/** Files that run in one process: they share runs, and code that is warm, and one start is cheaper than many. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  'runs of whole profiles': testFiles('suites').filter((path) => !isQuick(path) && path !== AFTER_STATE),
  'the command': testFiles('cli').filter((path) => path !== MASKING),
  'the adversaries': testFiles('adversary', 'agreement', 'prove').filter((path) => !APART.includes(path)),
  // What builds and installs the package: once for all of them.
  'the package and the examples': [
    'tests/integration/package/doors.test.ts',
    'tests/integration/package/installed.test.ts',
    'tests/integration/package/package.test.ts',
    'tests/integration/examples/examples.test.ts',
    ...testFiles('integration/images'),
  ],
  'runs under Playwright': testFiles('integration/drivers'),
  'reports and transports': [...testFiles('reporters').filter((path) => path !== MANY_PROCESSES), ...WHOLE_RUNS],
  'pages in a browser': BROWSER,
  'the commands of the documentation': WITH_COMMANDS,
  'the mock': testFiles('mock'),
  'the harness, the contract and the house': testFiles('suites', 'schemas', 'contract', 'house').filter(isQuick),
  'the documentation, the action and the clients': [
    ...testFiles('docs').filter((path) => ![...WITH_COMMANDS, ...WHOLE_RUNS].includes(path)),
    ...testFiles('integration/action', 'integration/chromium', 'integration/clients'),
    'tests/integration/secrets/searching.test.ts',
  ],
}

/** What takes long and computes little. */
const WAITING = ['tests/adversary/hostile/hostile.test.ts', AFTER_STATE]

/** What takes longest, by seconds on two cores: started late, it would run alone at the end. */
const LONG = ['tests/integration/secrets/canary.test.ts']

const all = testFiles('*')
const named = [...Object.values(TOGETHER).flat(), ...WAITING, ...LONG]
for (const path of named)
  if (!all.includes(path)) throw new Error(`${path} is no test; tests/parts.ts has to name it as it is called now`)
for (const path of named)
  if (named.indexOf(path) !== named.lastIndexOf(path)) throw new Error(`tests/parts.ts names ${path} twice`)

const alone = (path: string): Part => ({ name: path, files: [path] })

/** What takes longest first, then what waits most, so that what computes runs beside it. */
const together = Object.entries(TOGETHER).map(
  ([name, files]): Part => ({ name, files, together: true, brief: files.length > 20, browser: files === BROWSER }),
)

export const parts: readonly Part[] = [
  ...together.slice(0, 2),
  ...WAITING.map(alone),
  ...together.slice(2, 5),
  ...LONG.map(alone),
  ...together.slice(5),
  ...all.filter((path) => !named.includes(path)).map(alone),
]

export interface Runnable {
  readonly parts: readonly Part[]
  /** What the last line of all says about those that are left out. */
  readonly left?: string
  readonly passed: boolean
}

/** Without a browser, everything but the tests of pages; where one is required, its absence is a failure. */
export function runnable(all: readonly Part[], whyNone: string | undefined, required: boolean): Runnable {
  if (whyNone === undefined) return { parts: all, passed: true }
  const missing = all.filter(({ browser }) => browser).flatMap(({ files }) => files)
  const verdict = required ? 'FAILED, since REQUIRE_BROWSER is set' : 'The tests of pages DID NOT RUN'
  return {
    parts: all.filter(({ browser }) => !browser),
    left: `${whyNone} ${verdict}: ${missing.join(', ')}`,
    passed: !required,
  }
}
