/** Writes target files for mocks. */
import type { MockConfig, ProjectConfig } from '../mock/index.ts'
import { compact } from '../suites/harness/http/compact.ts'
import type { TargetFile } from '../suites/harness/target/target-file.ts'

/** A project with at most this quota serves as `limited`, because a run reaches the limit with few requests. */
const SMALL_QUOTA = 3

export type FoundRoles = ReturnType<typeof foundIn>

/** The roles of a configuration with a project for the key `valid`. */
export type MockRoles = FoundRoles & { readonly keys: { readonly valid: string } }

/** Finds the projects and models for each role; undefined if no project can have the key `valid`. */
export function rolesIn(config: MockConfig): MockRoles | undefined {
  const { keys, ...others } = foundIn(config)
  const { valid } = keys
  return valid === undefined ? undefined : { keys: { ...keys, valid }, ...others }
}

/** Finds each role separately, so that missing roles are left out. */
export function foundIn({ projects, models, test_headers = true }: MockConfig) {
  const available = (model: string): boolean => models[model]?.available !== false
  const all = Object.values(projects).filter(({ keys }) => keys.length > 0)
  const quota = (project: ProjectConfig): number => project.quota?.requests_per_minute ?? Number.POSITIVE_INFINITY
  const usable = all.filter(
    (project) => !project.disabled && quota(project) > SMALL_QUOTA && project.models.some(available),
  )
  const [main] = usable
  const lacking = (model: string): boolean => main?.models.includes(model) === false && available(model)
  const second = usable.find((project) => project.models.some(lacking))
  const disabled = all.find((project) => project.disabled)?.keys[0]
  const limited = all.find(
    (project) => !project.disabled && quota(project) <= SMALL_QUOTA && project.models.some(available),
  )?.keys[0]
  const unavailable = main?.models.find((model) => !available(model))
  return {
    keys: compact({
      valid: main?.keys[0],
      second: second?.keys[0],
      empty: all.find((project) => !project.disabled && project.models.length === 0)?.keys[0],
    }),
    models: compact({ chat: main?.models.find(available), foreign: second?.models.find(lacking) }),
    provoke: compact({
      disabled: disabled === undefined ? undefined : { key: disabled },
      limited: limited === undefined ? undefined : { key: limited },
      unavailable: unavailable === undefined ? undefined : { model: unavailable },
      internal: test_headers ? { headers: { 'x-test-fault': 'internal' } } : undefined,
    }),
  }
}

/** High limits, because a mock on this machine can take the load. */
const LIMITS = { requests: 10_000, rate: 5000, concurrency: 16 }

/** The target file for a running mock. Its keys are valid only for this mock, so the file contains them. */
export const mockTarget = (
  url: string,
  { keys, models, provoke }: MockRoles,
  tls: TargetFile['tls'] = {},
): TargetFile => ({
  base_url: url,
  ...(Object.keys(tls).length > 0 ? { tls } : {}),
  keys,
  models,
  ...(Object.keys(provoke).length > 0 ? { provoke } : {}),
  limits: LIMITS,
})

export const mockTargetText = (url: string, roles: MockRoles, tls?: TargetFile['tls']): string =>
  yamlOf(mockTarget(url, roles, tls))

/** Whether a mock has written a target file: it ends with the limits of each of them. */
export const isOfMock = (text: string): boolean => text.endsWith(yamlOf({ limits: LIMITS }))

/** Nested maps as YAML, without a library, which would take a third of the mock's start-up time to load. */
function yamlOf(map: object, indent = ''): string {
  const lines = Object.entries(map).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'object' || value === null) return `${indent}${name}: ${scalar(value)}\n`
    return Object.keys(value).length === 0
      ? `${indent}${name}: {}\n`
      : `${indent}${name}:\n${yamlOf(value, `${indent}  `)}`
  })
  return lines.join('')
}

/** Quotes text that YAML could misread; JSON strings are valid YAML. */
function scalar(value: unknown): string {
  const plain = typeof value === 'string' && /^(svc[_/]|https?:\/\/)[\w./:[\]-]*[\w/\]]$/.test(value)
  return plain ? value : JSON.stringify(value)
}
