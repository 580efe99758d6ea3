/** The configuration of a mock without a file. */
import { randomBytes } from 'node:crypto'
import { demoConfig, type MockConfig } from '../../../mock/index.ts'
import { isLoopback } from '../../../suites/harness/target/base-url.ts'

/**
 * The ready-made keys are in the package, and so public. On an address that others can reach, the same projects get new keys
 * at each start.
 */
export function readyMade(host: string): MockConfig {
  if (isLoopback(host.includes(':') ? `[${host}]` : host)) return demoConfig
  const projects = Object.entries(demoConfig.projects).map(([name, project]) => [
    name,
    { ...project, keys: project.keys.map(() => `svc_${name}_${randomBytes(16).toString('hex')}`) },
  ])
  return { ...demoConfig, projects: Object.fromEntries(projects) as MockConfig['projects'] }
}
