/** Which key and which model of a mock plays which part in a certification. */
import type { MockConfig, ProjectConfig } from '../mock/index.ts'

export interface MockRoles {
  readonly keys: { readonly valid: string; readonly second?: string; readonly empty?: string }
  readonly models: { readonly chat?: string; readonly foreign?: string }
  readonly provoke: {
    readonly disabled?: { readonly key: string }
    readonly limited?: { readonly key: string }
    readonly unavailable?: { readonly model: string }
    readonly internal?: { readonly headers: Readonly<Record<string, string>> }
  }
}

/** A limit that a certification reaches without a flood. */
const SMALL_QUOTA = 3

function part<K extends string, T>(name: K, value: T | undefined): { readonly [name in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: T })
}

/** Finds the parts in a configuration; undefined where no project can play the valid one. */
export function rolesIn({ projects, models, test_headers = true }: MockConfig): MockRoles | undefined {
  const available = (model: string): boolean => models[model]?.available !== false
  const all = Object.values(projects).filter(({ keys }) => keys.length > 0)
  const quota = (project: ProjectConfig): number => project.quota?.requests_per_minute ?? Number.POSITIVE_INFINITY
  const usable = all.filter(
    (project) => !project.disabled && quota(project) > SMALL_QUOTA && project.models.some(available),
  )
  const [main] = usable
  const valid = main?.keys[0]
  if (!main || valid === undefined) return undefined
  const lacking = (model: string): boolean => !main.models.includes(model) && available(model)
  const second = usable.find((project) => project.models.some(lacking))
  const disabled = all.find((project) => project.disabled)?.keys[0]
  const limited = all.find(
    (project) => !project.disabled && quota(project) <= SMALL_QUOTA && project.models.some(available),
  )?.keys[0]
  const unavailable = main.models.find((model) => !available(model))
  return {
    keys: {
      valid,
      ...part('second', second?.keys[0]),
      ...part('empty', all.find((project) => !project.disabled && project.models.length === 0)?.keys[0]),
    },
    models: { ...part('chat', main.models.find(available)), ...part('foreign', second?.models.find(lacking)) },
    provoke: {
      ...part('disabled', disabled === undefined ? undefined : { key: disabled }),
      ...part('limited', limited === undefined ? undefined : { key: limited }),
      ...part('unavailable', unavailable === undefined ? undefined : { model: unavailable }),
      ...part('internal', test_headers ? { headers: { 'x-test-fault': 'internal' } } : undefined),
    },
  }
}
