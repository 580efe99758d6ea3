/** What only a worker needs: Playwright's main process, which loads every test as well, does without. */
export { DEFAULT_RUNS, DEFAULT_SEED, obstacle, runCheck } from '../harness/certify.ts'
export { describeTarget } from '../harness/described-target.ts'
export { survey } from '../harness/ground.ts'
export { Session } from '../harness/session.ts'
export { packExchange } from '../harness/transcript-json.ts'
export { harnessVersion } from '../harness/version.ts'
export { ownFindings } from './own-findings.ts'
export { targetOf } from './target.ts'
