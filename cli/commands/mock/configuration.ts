/** The configuration that the mock runs with: of a file or ready-made, and with what the command line says of its speed. */
import { loadConfig, type MockConfig } from '../../../mock/index.ts'
import { readyMade } from './ready-made.ts'
import type { Pace } from './timing.ts'

export interface Configuring {
  readonly config?: string
  readonly host: string
  /** Milliseconds before every answer. */
  readonly latency?: number
  readonly pace?: Pace
}

/** Of the file as it is now. @throws ConfigError when it cannot be used */
export function configurationFrom({ config: file, host, latency, pace }: Configuring): MockConfig {
  const config = file === undefined ? readyMade(host) : loadConfig(file)
  return {
    ...config,
    ...(pace && { models: each(config.models, (model) => ({ ...model, pace })) }),
    ...(latency !== undefined && {
      projects: each(config.projects, (project) => ({
        ...project,
        disturbances: [{ name: 'latency', ms: latency }, ...(project.disturbances ?? [])],
      })),
    }),
  }
}

function each<T>(table: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]))
}
