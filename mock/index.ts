/** The entry point for Node. `portable.ts` exports the parts that do not need Node. */

export { loadConfig, parseConfig } from './control/config/file.ts'
export { distributionFrom } from './control/config/times-file.ts'
export * from './portable.ts'
export type { AdminAddress, AdminDocuments, AdminOptions } from './server/admin/auth.ts'
export type { TlsOptions } from './server/http/tls.ts'
export { type MockOptions, type MockServer, startMock } from './server/start.ts'
export type { MockWorkers, WorkersOptions } from './server/workers/start.ts'
export { startWorkers } from './spawn-worker.ts'
