import { BOUNDS, type Histogram, type Measure, type Timings } from '../../core/metering/timings.ts'
import type { Metric, Sample } from './prometheus.ts'

/** The metrics of OpenTelemetry's conventions for generative AI: names in Prometheus form, and descriptions. */
const METRICS: Readonly<Record<Measure, readonly [name: string, help: string]>> = {
  duration: [
    'gen_ai_server_request_duration_seconds',
    'From the head of a completion request to the end of its response.',
  ],
  firstToken: [
    'gen_ai_server_time_to_first_token_seconds',
    'From the head of a request to the first token of its stream.',
  ],
  perToken: ['gen_ai_server_time_per_output_token_seconds', 'Time of a stream for each token after the first one.'],
}

/** The durations of completions as Prometheus metrics. */
export function histogramMetrics(timings: Timings): Metric[] {
  const found = timings.histograms()
  return (Object.keys(METRICS) as Measure[]).map((measure) => {
    const [name, help] = METRICS[measure]
    const samples = found.filter((histogram) => histogram.measure === measure).flatMap(samplesOf)
    return { name, help, type: 'histogram', samples }
  })
}

/** The samples of a histogram. Buckets are cumulative in Prometheus. */
function samplesOf({ measure, model, end, buckets, sum }: Histogram): Sample[] {
  const labels = {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: 'svc',
    ...(model !== undefined && { gen_ai_request_model: model }),
    ...(end !== 'ok' && { error_type: end }),
  }
  let count = 0
  const counted = buckets.map((within, at): Sample => {
    count += within
    return { suffix: '_bucket', labels: { ...labels, le: String(BOUNDS[measure][at] ?? '+Inf') }, value: count }
  })
  return [...counted, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }]
}
