/** The tests of a commit, in starting order: the longest first. */
import { inTurn } from './agreement/sampled.ts'
import { isQuick, testFiles } from './groups.ts'
import { type Language, languageOf } from './integration/languages/toolchains.ts'

export interface Part {
  readonly name: string
  readonly files: readonly string[]
  /** The files run in one process, and share runs and builds. */
  readonly together?: true
  /** Reports only counts, because its tests are many and quick. */
  readonly brief?: boolean
  /** Its tests open pages in a browser. */
  readonly browser?: boolean
  /** Its tests run an example in this language. */
  readonly language?: Language | undefined
  /** Its tests start a Valkey or Redis. */
  readonly store?: boolean
}

/** Starts many processes, which is slow from a process with much memory: it runs in a separate one. */
const MANY_PROCESSES = 'tests/reporters/curl.test.ts'

/** Tests that have their own gateways, share no runs, and mostly wait. */
const SLOW_GATEWAYS = ['tests/suites/after-state.test.ts', 'tests/suites/two-bugs.test.ts']

/** A process masks the values of --header until it exits, also in other tests: this runs in a separate one. */
const MASKING = 'tests/cli/run/headers.test.ts'

/** About half of the run time of the command's tests. */
const RUNNING = testFiles('cli/run', 'cli/verify', 'cli/gate').filter((path) => path !== MASKING)

/** Tests that measure the memory of their process, or start many others. */
const APART = ['tests/adversary/hostile/hostile.test.ts', 'tests/adversary/mock-attacks/memory.test.ts']

/** Tests that run the commands of pages unchanged: most by a shell and in this process, some as processes. */
const WITH_COMMANDS = ['tests/docs/guides.test.ts', 'tests/docs/readme.test.ts', 'tests/docs/ci/ci.test.ts']

/** Whole runs, which share a process because each run warms it up for the next. */
const WHOLE_RUNS = [
  'tests/docs/reports.test.ts',
  'tests/integration/transports/in-process.test.ts',
  'tests/integration/transports/server.test.ts',
]

const BROWSER = testFiles('integration/browser')

/** Files that run in one process: they share runs and warm code, and one start is cheaper than many. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  'runs of whole profiles': testFiles('suites').filter((path) => !isQuick(path) && !SLOW_GATEWAYS.includes(path)),
  'the command that runs': RUNNING,
  'the other commands': testFiles('cli').filter((path) => path !== MASKING && !RUNNING.includes(path)),
  'the adversaries': testFiles('adversary', 'agreement', 'prove').filter((path) => !APART.includes(path)),
  // These build and install the package only once.
  'the package and the examples': [
    'tests/integration/package/doors.test.ts',
    'tests/integration/package/installed.test.ts',
    'tests/integration/package/package.test.ts',
    'tests/integration/examples/examples.test.ts',
    'tests/integration/examples/languages.test.ts',
    ...testFiles('integration/images'),
  ],
  'runs under Playwright': testFiles('integration/drivers'),
  'reports and transports': [...testFiles('reporters').filter((path) => path !== MANY_PROCESSES), ...WHOLE_RUNS],
  'pages in a browser': BROWSER,
  'the commands of the documentation': WITH_COMMANDS,
  'the mock': testFiles('mock'),
  'the harness, the contract and the house': testFiles('suites', 'schemas', 'contract', 'house').filter(
    (path) => isQuick(path) && !SLOW_GATEWAYS.includes(path),
  ),
  'the documentation, the action and the clients': [
    ...testFiles('docs').filter((path) => ![...WITH_COMMANDS, ...WHOLE_RUNS].includes(path)),
    ...testFiles('openapi', 'integration/action', 'integration/chromium', 'integration/clients'),
    'tests/integration/secrets/searching.test.ts',
  ],
}

/** Tests that take long but need little processor time. */
const WAITING = ['tests/adversary/hostile/hostile.test.ts', ...SLOW_GATEWAYS]

/** The longest tests, as measured on two cores: started late, they would run alone at the end. */
const LONG = ['tests/integration/secrets/canary.test.ts', 'tests/integration/languages/java.test.ts']

/**
 * Whole runs that test the same verdict in different ways, and the longest of the other tests. Each commit tests one of
 * these lists by rotation; each takes about 90 s of processor time. Once a week, WHOLE=1 tests all.
 */
const BY_TURNS = [
  'adversary/hostile/hostile suites/harness/client/http2 suites/limits suites/not-applicable cli/run/seeing-again integration/images/dockerfile',
  'integration/drivers/shards docs/reports suites/harness/traffic/formats docs/guides cli/run/not-applicable cli/run/no-gateway',
  'prove/compare/compare integration/browser/report suites/likely-values integration/images/compose docs/programs cli/run/revisit',
  'integration/drivers/equal-verdicts docs/ci/ci cli/hostile-files integration/drivers/baseline integration/clients/scenarios cli/mock/fuzz suites/two-bugs suites/harness/sets/next-contract',
  'docs/ci/recipes suites/caps cli/run/plan suites/harness/run/replay integration/images/kubernetes integration/examples/fixtures cli/run/no-room agreement/loop suites/other-model-ids',
  'suites/harness/report/one-root reporters/curl-lines reporters/causes integration/package/msw-2 adversary/conditional/conditional cli/mock/scenarios suites/second-gateway suites/noise',
  'integration/package/installed integration/package/doors integration/examples/examples integration/secrets/canary',
  'reporters/report reporters/difference reporters/html/html integration/transports/msw integration/transports/in-process integration/browser/first-screen mock/server/workers cli/verify/forged cli/run/headers adversary/mock-attacks/memory suites/harness/traffic/judge',
].map((names) => names.split(' ').map((name) => `tests/${name}.test.ts`))

/** The files that only other commits test. */
export const leftOut = BY_TURNS.filter((files) => !inTurn(BY_TURNS, BY_TURNS.length).includes(files)).flat()

const all = testFiles('*')
const named = [...Object.values(TOGETHER).flat(), ...WAITING, ...LONG]
for (const path of [...named, ...leftOut])
  if (!all.includes(path)) throw new Error(`${path} is not a test; tests/parts.ts has to name it as it is called now`)
for (const path of named)
  if (named.indexOf(path) !== named.lastIndexOf(path)) throw new Error(`tests/parts.ts names ${path} twice`)

const alone = (path: string): Part => ({
  name: path,
  files: [path],
  language: languageOf(path),
  store: path.startsWith('tests/integration/store/'),
})

/** The longest parts first, then those that mostly wait, so that others compute meanwhile. */
const together = Object.entries(TOGETHER).map(
  ([name, files]): Part => ({ name, files, together: true, brief: files.length > 20, browser: files === BROWSER }),
)

const whole: readonly Part[] = [
  ...together.slice(0, 3),
  ...WAITING.map(alone),
  ...together.slice(3, 6),
  ...LONG.map(alone),
  ...together.slice(6),
  ...all.filter((path) => !named.includes(path)).map(alone),
]

export const parts = whole
  .map((part): Part => ({ ...part, files: part.files.filter((path) => !leftOut.includes(path)) }))
  .filter(({ files }) => files.length > 0)

export interface Runnable {
  readonly parts: readonly Part[]
  /** The last lines of the output, about the parts that did not run. */
  readonly left: readonly string[]
  readonly passed: boolean
}

/** Something that tests need and this machine lacks. */
export interface Lack {
  /** What is missing, and how to get it. */
  readonly why: string
  readonly needs: (part: Part) => boolean
  /** A name for the tests that need it. */
  readonly tests: string
  /** The environment variable that makes its absence a failure. */
  readonly variable: string
}

/** Leaves out the parts that lack something, and fails if a variable requires it. */
export function runnable(all: readonly Part[], lacks: readonly Lack[], env: NodeJS.ProcessEnv): Runnable {
  const left = lacks.map(({ why, needs, tests, variable }) => {
    const verdict = env[variable] ? `FAILED, since ${variable} is set` : `${tests} DID NOT RUN`
    const files = all.filter(needs).flatMap((part) => part.files)
    return `${why} ${verdict}: ${files.join(', ')}`
  })
  return {
    parts: all.filter((part) => !lacks.some(({ needs }) => needs(part))),
    left,
    passed: !lacks.some(({ variable }) => env[variable]),
  }
}

/** What this machine lacks. */
export function lacksOf(
  whyNoBrowser: string | undefined,
  whyNot: (language: Language) => string | undefined,
  whyNoStore?: string,
): Lack[] {
  const languages = new Set(parts.flatMap(({ language }) => language ?? []))
  const page: Omit<Lack, 'why'> = {
    needs: ({ browser }) => browser === true,
    tests: 'The tests of pages',
    variable: 'REQUIRE_BROWSER',
  }
  const sharing: Omit<Lack, 'why'> = {
    needs: ({ store }) => store === true,
    tests: 'The tests of mocks that share a store',
    variable: 'REQUIRE_STORE',
  }
  return [
    ...(whyNoBrowser === undefined ? [] : [{ ...page, why: whyNoBrowser }]),
    ...(whyNoStore === undefined ? [] : [{ ...sharing, why: whyNoStore }]),
    ...[...languages].flatMap((language) => {
      const why = whyNot(language)
      const needs = (part: Part): boolean => part.language === language
      return why === undefined
        ? []
        : [{ why, needs, tests: `The example for ${language}`, variable: 'REQUIRE_TOOLCHAINS' }]
    }),
  ]
}
