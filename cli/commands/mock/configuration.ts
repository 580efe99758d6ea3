/** The configuration that the mock runs with: of a file or ready-made, and with what the command line says of its speed. */
import { type Distribution, loadConfig, type MockConfig } from '../../../mock/index.ts'
import { readyMade } from './ready-made.ts'
import type { Pauses } from './timing.ts'

export interface Configuring {
  readonly config?: string
  readonly host: string
  /** Before every answer. */
  readonly latency?: Distribution
  readonly pace?: Pauses
}

/** Of the file as it is now. @throws ConfigError when it cannot be used */
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
