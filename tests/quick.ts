/** `npm run test:quick`: runs the unit tests, without those that certify whole gateways or start workers. */
import { runGroups } from './groups.ts'

const started = performance.now()
const ran = await runGroups()
process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
process.exitCode = ran.every(({ passed }) => passed) ? 0 : 1
