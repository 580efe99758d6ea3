/** Preloaded before the tests: records which test file reaches which mutants, by the counters of the instrumenter. */
import { writeFileSync } from 'node:fs'
import { beforeEach } from 'node:test'

interface Counters {
  currentTestId?: string
  mutantCoverage?: unknown
}

const scope = globalThis as unknown as { __stryker__?: Counters }
scope.__stryker__ ??= {}
const counters = scope.__stryker__

beforeEach((context) => {
  counters.currentTestId = (context as { filePath?: string }).filePath ?? ''
})
process.on('exit', () =>
  writeFileSync(process.env.MUTATE_COVERAGE ?? '', JSON.stringify(counters.mutantCoverage ?? {})),
)
