/** The matrix of transient errors by itself: `npm run prove -- --trouble`, with the same options. */
import { proveTrouble } from './command.ts'

process.exitCode = (await proveTrouble(process.argv.slice(2))) ? 0 : 1
