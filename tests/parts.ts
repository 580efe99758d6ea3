/** All tests, in the order in which they are started: what takes longest comes first. */
import { groups, testFiles } from './groups.ts'

export interface Part {
  readonly name: string
  readonly files: readonly string[]
  /** The files run in one process, and share what they have made. */
  readonly together?: true
  /** Only its figures are told: its tests are many, and quick. */
  readonly brief?: true
}

/** What builds and installs the package: once for all of them. */
const packed: Part = {
  name: 'the package and the examples',
  files: ['package/doors', 'package/installed', 'package/package', 'examples/examples'].map(
    (name) => `tests/integration/${name}.test.ts`,
  ),
  together: true,
}

/** What takes longest, by seconds on two cores: started late, it would run alone at the end. */
const LONG = [
  'tests/adversary/hostile/hostile.test.ts',
  'tests/integration/drivers/equal-verdicts.test.ts',
  'tests/integration/secrets/canary.test.ts',
  'tests/integration/browser/report.test.ts',
  'tests/suites/limits.test.ts',
  'tests/suites/noise.test.ts',
  'tests/integration/drivers/shards.test.ts',
  'tests/suites/harness/client/http2.test.ts',
  'tests/docs/ci.test.ts',
  'tests/docs/guides.test.ts',
  'tests/suites/second-gateway.test.ts',
  'tests/suites/space.test.ts',
  'tests/suites/certify.test.ts',
]

const known = new Set([...groups.flat(), ...packed.files])
const rest = testFiles('*').filter((path) => !known.has(path))
for (const path of [...LONG, ...packed.files])
  if (!testFiles('*').includes(path))
    throw new Error(`${path} is no test; tests/parts.ts has to name it as it is called now`)

const alone = (path: string): Part => ({ name: path, files: [path] })

export const parts: readonly Part[] = [
  packed,
  ...LONG.slice(0, 1).map(alone),
  ...groups.map((files, at): Part => ({ name: `group ${at + 1} of test:quick`, files, together: true, brief: true })),
  ...LONG.slice(1).map(alone),
  ...rest.filter((path) => !LONG.includes(path)).map(alone),
]
