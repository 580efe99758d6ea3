/** How the mock counts and writes times: the command `proxy` has the same metrics. The package does not export it. */

export { endOf, Timings } from './core/metering/timings.ts'
export { histogramMetrics } from './server/admin/histograms.ts'
export { type Metric, prometheusText } from './server/admin/prometheus.ts'
