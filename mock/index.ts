/** The door for Node. What needs no Node is exported by `portable.ts`. */

export { loadConfig, parseConfig } from './control/config/file.ts'
export { distributionFrom } from './control/config/times-file.ts'
/** @internal Our command `proxy` counts and writes as the mock does. */
export { endOf, Timings } from './core/metering/timings.ts'
export * from './portable.ts'
export type { AdminAddress, AdminDocuments, AdminOptions } from './server/admin/auth.ts'
/** @internal */
export { histogramMetrics } from './server/admin/histograms.ts'
/** @internal */
export { type Metric, prometheusText } from './server/admin/prometheus.ts'
export type { TlsOptions } from './server/http/tls.ts'
export { type MockOptions, type MockServer, startMock } from './server/start.ts'
export type { MockWorkers, WorkersOptions } from './server/workers/start.ts'
export { startWorkers } from './spawn-worker.ts'
