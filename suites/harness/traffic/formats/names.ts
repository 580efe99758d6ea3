/** The formats of recorded traffic, by the names that options have; in the order in which a file is tried. */
export const trafficFormats = ['transcript', 'har', 'otel', 'tap', 'ndjson', 'kong', 'envoy', 'nginx'] as const
export type TrafficFormat = (typeof trafficFormats)[number]
