/** `npm run requests` writes requests.yaml, which `npm test` compares. */
import { writeFileSync } from 'node:fs'
import { path, requestsOfChecks } from './requests.ts'

writeFileSync(path, await requestsOfChecks())
