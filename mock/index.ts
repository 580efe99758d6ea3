/** The door for Node. What needs no Node is exported by `portable.ts`. */
export type { AdminAddress, AdminOptions } from './admin/options.ts'
export { loadConfig, parseConfig } from './config-file.ts'
export * from './portable.ts'
export { type MockOptions, type MockServer, startMock } from './start.ts'
export type { TlsOptions } from './tls.ts'
export { type MockWorkers, startWorkers, type WorkersOptions } from './workers/start.ts'
