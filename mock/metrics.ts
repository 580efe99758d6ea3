/** The timing metrics of the mock, which the command `proxy` uses too. The package does not export them. */

export { endOf, Timings } from './core/metering/timings.ts'
export { histogramMetrics } from './server/admin/histograms.ts'
export { type Metric, prometheusText } from './server/admin/prometheus.ts'
