import { ConfigError, type ModelConfig, type ProjectConfig } from '../core/config.ts'
import type { Clock } from '../core/time/clock.ts'
import type { Accounts, Behaviour, Model, Project } from '../core/types.ts'
import type { Deviations } from '../deviations/registry.ts'
import { admit, dismiss, openModel, openProject } from '../gateway/accounts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { drawsFrom } from '../gateway/ids.ts'
import { checkOpening } from './config/check.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24

/** A random number that cannot be predicted from other keys of the same gateway. */
const unseeded = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Options of a project that is opened while the gateway runs; all have defaults. */
export interface ProjectOptions extends Omit<Partial<ProjectConfig>, 'keys' | 'models'> {
  /** Default: a generated name. */
  name?: string
  /**
   * Model ids, or definitions by id as in a configuration. An id that the configuration lacks becomes an echo model.
   * Default: every available model of the configuration.
   */
  models?: readonly string[] | Readonly<Record<string, ModelConfig>>
  /** Names of faults for this project only; `listFaults()` returns all. */
  faults?: readonly string[]
  /** Whether a completion that matches no step of the script gets 500 with the reason. Default false. */
  strict?: boolean
}

/** A project that was opened while the gateway runs, and its one key. */
export interface OpenedProject {
  readonly project: Project
  readonly key: string
}

/** The dependencies of a `ProjectOpener`. */
export interface ProjectOpenerParts {
  readonly gateway: Gateway
  readonly deviations: Deviations
  readonly clock: Clock
  readonly seed?: string | undefined
}

/** The default token limit: text from a test is truncated only if the request, the project or the configuration says so. */
const UNCUT = Number.MAX_SAFE_INTEGER

/** Opens and closes projects at run time, in all gateways of one server. */
export class ProjectOpener {
  readonly #parts: ProjectOpenerParts
  readonly #open = new Set<OpenedProject>()
  readonly #everywhere: Accounts[]
  #made = 0

  constructor(parts: ProjectOpenerParts) {
    this.#parts = parts
    this.#everywhere = [parts.gateway.accounts]
  }

  /** Opens a project with fresh state. @throws ConfigError when the options cannot be used */
  open(options: ProjectOptions = {}): OpenedProject {
    const { gateway, deviations, clock } = this.#parts
    const { accounts } = gateway
    const { name, models, faults = [], strict = false, ...settings } = checkOpening(options)
    const isCalled = (taken: string): boolean => accounts.projects.some((project) => project.name === taken)
    if (name !== undefined && isCalled(name))
      throw new ConfigError([`name: a project is called ${name} already; give this one another name`])
    const { id, key } = this.#newKey((taken) => accounts.keys.has(taken) || isCalled(taken))
    const callable = modelsOf(models, accounts)
    const asked = { default_max_tokens: UNCUT, ...settings, keys: [key], models: [...callable.keys()] }
    const own = { ...accounts, models: callable, quotas: undefined }
    const project = openProject(name ?? id, accounts.projects.length, asked, own, clock)
    if (faults.length > 0) project.behaviour = withFaults(gateway.behaviour, faults, deviations)
    project.script.strict = strict
    const opened = { project, key }
    for (const each of this.#everywhere) admit(each, project, [key])
    this.#open.add(opened)
    return opened
  }

  /** Generates a key `svc_<id>_<secret>` (contract 5.2) with an unused id. With a seed, every run has the same keys. */
  #newKey(taken: (id: string) => boolean): { readonly id: string; readonly key: string } {
    do this.#made++
    while (taken(`project-${this.#made}`))
    const { seed } = this.#parts
    const id = `project-${this.#made}`
    const draw = seed === undefined ? unseeded : drawsFrom(seed)(-this.#made)
    const secret = Array.from({ length: LENGTH }, () => LETTERS[Math.floor(draw() * LETTERS.length)])
    return { id, key: `svc_${id}_${secret.join('')}` }
  }

  /** The open project of this name, if it was opened while the gateway runs. */
  named(name: string): OpenedProject | undefined {
    return [...this.#open].find(({ project }) => project.name === name)
  }

  /** Closes a project and revokes its key (401). */
  close(opened: OpenedProject): void {
    if (!this.#open.delete(opened)) return
    for (const each of this.#everywhere) dismiss(each, opened.project)
    this.#parts.gateway.accounts.closed.add(opened.project.cells)
  }

  /** Adds open and future projects to the accounts of another gateway. */
  join(accounts: Accounts): void {
    this.#everywhere.push(accounts)
    for (const { project, key } of this.#open) admit(accounts, project, [key])
  }
}

/** Models that a project defines itself are separate: two projects may define the same id differently. */
function modelsOf(models: ProjectOptions['models'], accounts: Accounts): Map<string, Model> {
  if (models === undefined) return new Map([...accounts.models].filter(([, model]) => model.available))
  if (!Array.isArray(models)) return new Map(Object.entries(models).map(([id, model]) => [id, openModel(id, model)]))
  return new Map(models.map((id: string) => [id, accounts.models.get(id) ?? openModel(id, {})]))
}

function withFaults(behaviour: Behaviour, faults: readonly string[], deviations: Deviations): Behaviour {
  return faults.reduce((applied, fault, at) => {
    try {
      return deviations.applyTo(applied, fault, 'project')
    } catch (error) {
      throw new ConfigError([`faults[${at}]: ${(error as RangeError).message}`])
    }
  }, behaviour)
}
