/** `npm run requests` writes requests.yaml, which `npm test` compares. */
import { writeFileSync } from 'node:fs'
import { path, requestsOfChecks, watchedRun } from './requests.ts'

writeFileSync(path, requestsOfChecks(await watchedRun()))
