/** `npm run requests` writes requests.yaml, and `npm test` compares it. */
import { writeFileSync } from 'node:fs'
import { path, requestsOfChecks, watchedRun } from './requests.ts'

writeFileSync(path, requestsOfChecks(await watchedRun()))
