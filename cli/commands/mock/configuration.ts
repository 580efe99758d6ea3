/** The configuration of the mock: from a file or built in, with the times of the command line. */
import { randomBytes } from 'node:crypto'
import { type Distribution, demoConfig, loadConfig, type MockConfig } from '../../../mock/index.ts'
import { isLoopback } from '../../../suites/harness/target/base-url.ts'
import type { Pauses } from './timing.ts'

export interface Configuring {
  readonly config?: string
  readonly host: string
  /** Before every response. */
  readonly latency?: Distribution
  readonly pace?: Pauses
}

/** Reads the configuration file again. @throws ConfigError if it is invalid */
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
          // The pace of a project overrides the pace of its models.
          ...(pace && { pace }),
          ...(latency !== undefined && {
            disturbances: [{ name: 'latency' as const, ms: latency }, ...(project.disturbances ?? [])],
          }),
        },
      ]),
    ),
  }
}

/**
 * The built-in keys are public, because they are in the package. On an address that others can reach, the projects get
 * new keys at each start.
 */
export function readyMade(host: string): MockConfig {
  if (isLoopback(host.includes(':') ? `[${host}]` : host)) return demoConfig
  const projects = Object.entries(demoConfig.projects).map(([name, project]) => [
    name,
    { ...project, keys: project.keys.map(() => `svc_${name}_${randomBytes(16).toString('hex')}`) },
  ])
  return { ...demoConfig, projects: Object.fromEntries(projects) as MockConfig['projects'] }
}
