/** The text format of Prometheus, version 0.0.4: one block of lines for each metric. */

export interface Sample {
  /** Suffix of the metric's name, for histograms. */
  readonly suffix?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | bigint
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Writes metrics, separated by blank lines. The last line ends with a line feed, as the format requires. */
export const prometheusText = (metrics: readonly Metric[]): string => `${metrics.map(blockOf).join('\n\n')}\n`

function blockOf({ name, help, type, samples }: Metric): string {
  return [
    `# HELP ${name} ${escapeHelp(help)}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${numberOf(value)}`),
  ].join('\n')
}

function labelsOf(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

/** Rounds integers from 2^53 on, because Prometheus stores 64-bit floats anyway. */
const numberOf = (value: number | bigint): string => String(Number(value))

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')
