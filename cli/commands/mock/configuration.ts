/** The configuration of the mock: from a file or ready-made, with the times of the command line. */
import { type Distribution, loadConfig, type MockConfig } from '../../../mock/index.ts'
import { readyMade } from './ready-made.ts'
import type { Pauses } from './timing.ts'

export interface Configuring {
  readonly config?: string
  readonly host: string
  /** Before every response. */
  readonly latency?: Distribution
  readonly pace?: Pauses
}

/** From the current file. @throws ConfigError when it is invalid */
export function configurationFrom({ config: file, host, latency, pace }: Configuring): MockConfig {
  const config = file === undefined ? readyMade(host) : loadConfig(file)
  if (latency === undefined && pace === undefined) return config
  return {
    ...config,
    ...(pace && { pace }),
    projects: Object.fromEntries(
      Object.entries(config.projects).map(([name, project]) => [
        name,
        {
          ...project,
          // That of a project comes before that of its models.
          ...(pace && { pace }),
          ...(latency !== undefined && {
            disturbances: [{ name: 'latency' as const, ms: latency }, ...(project.disturbances ?? [])],
          }),
        },
      ]),
    ),
  }
}
