/** `npm test`: every test, one file more at the same time than there are cores, since some wait. `npm test -- FILES` for some. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

const args = process.argv.slice(2)
const files = args.some((arg) => !arg.startsWith('-')) ? [] : ['tests/**/*.test.ts']
const child = spawn(
  process.execPath,
  ['--test', `--test-concurrency=${availableParallelism() + 1}`, ...args, ...files],
  {
    stdio: 'inherit',
  },
)
const [code] = (await once(child, 'close')) as [number | null]
process.exitCode = code ?? 1
