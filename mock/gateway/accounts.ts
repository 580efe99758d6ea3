import type { UsageForm } from '../core/answers/usage.ts'
import type { MockConfig, ModelConfig, ProjectConfig } from '../core/config.ts'
import type { Behaviour } from '../core/contract-behaviour.ts'
import type { Disturb } from '../core/disturbance.ts'
import { Cells } from '../core/metering/cells.ts'
import { Closed } from '../core/metering/closed.ts'
import { Ledger, type Price } from '../core/metering/ledger.ts'
import { Quota } from '../core/metering/quota.ts'
import type { Clock } from '../core/time/clock.ts'
import { openDisturb } from '../disturbances/settings.ts'
import { Script } from '../scripts/script.ts'

/** A model as the gateway runs it. */
export interface Model {
  readonly id: string
  readonly created: number | bigint
  /** How it stands in the model list, as JSON. */
  readonly listed: string
  readonly reply: string
  readonly limit: number
  readonly available: boolean
  readonly usage: UsageForm
  readonly pace: { readonly first: number; readonly gap: number } | undefined
  readonly price: Price
  /** What goes wrong on the way of its completions. */
  readonly disturbances: readonly Disturb[]
}

/** A project as the gateway runs it: state and all. */
export interface Project {
  readonly name: string
  /** 0 for the first of the configuration, 1 for the second, and so on. */
  readonly ordinal: number
  readonly models: ReadonlyMap<string, Model>
  readonly disabled: 'no' | 'account' | 'completions'
  readonly quota: Quota | undefined
  readonly defaultLimit: number
  readonly limit: number
  /** What quota and ledger count in; they live as long as the project does, whatever its settings. */
  readonly cells: Cells
  readonly ledger: Ledger
  readonly script: Script
  /** What goes wrong on the way of its answers, and how many answers have drawn for it. */
  readonly disturbances: readonly Disturb[]
  drawn: number
  /** Decides in place of the gateway's behaviour, once the key has led to this project. */
  behaviour: Behaviour | undefined
}

/** Who may call: every project, and the keys that lead to them. */
export interface Accounts {
  readonly projects: Project[]
  /** Secret and project by the id of a key. Secrets stay in here. */
  readonly keys: Map<string, { readonly secret: string; readonly project: Project }>
  /** Every model of the deployment, of whatever project. */
  models: ReadonlyMap<string, Model>
  /** Most output tokens that the deployment gives. */
  limit: number
  /** The projects of the configuration; the others were opened while the gateway runs. */
  readonly configured: Set<Project>
  readonly meters: Meters
  /** What those projects have used that are no more. */
  readonly closed: Closed
}

/** Gives the cells of a project by its name: new ones, unless other threads count in them too. */
export type Meters = (project: string) => Cells

/** The two halves of a key (contract 5.2): the id, which may be shown, and the secret. */
export const KEY_FORMAT = /^svc_([A-Za-z0-9-]+)_([A-Za-z0-9_-]+)$/

/** Output tokens when neither request nor configuration names a limit. */
const DEFAULT_LIMIT = 256

/** Turns a checked configuration into projects with fresh state. */
export function openAccounts(config: MockConfig, clock: Clock, meters: Meters = () => new Cells()): Accounts {
  const accounts = {
    projects: [],
    keys: new Map(),
    models: new Map(),
    limit: Number.POSITIVE_INFINITY,
    configured: new Set<Project>(),
    meters,
    closed: new Closed(),
  }
  reconfigure(accounts, config, clock)
  return accounts
}

/** Takes over a checked configuration. Projects that stay, by their name, keep their state; others lose their keys. */
export function reconfigure(accounts: Accounts, config: MockConfig, clock: Clock): void {
  accounts.models = new Map(Object.entries(config.models).map(([id, model]) => [id, openModel(id, model)]))
  accounts.limit = config.max_tokens ?? Number.POSITIVE_INFINITY
  const before = new Map([...accounts.configured].map((project) => [project.name, project]))
  for (const project of accounts.configured) dismiss(accounts, project)
  accounts.configured.clear()
  for (const [ordinal, [name, settings]] of Object.entries(config.projects).entries()) {
    const project = openProject(name, ordinal, settings, accounts, clock, before.get(name))
    admit(accounts, project, settings.keys)
    accounts.configured.add(project)
    before.delete(name)
  }
  for (const { cells } of before.values()) accounts.closed.add(cells)
}

/** Lets a project in, with all the state that it has, and the keys that lead to it. */
export function admit(accounts: Accounts, project: Project, keys: readonly string[]): void {
  accounts.projects.push(project)
  for (const key of keys) {
    const [, id = '', secret = ''] = KEY_FORMAT.exec(key) ?? []
    accounts.keys.set(id, { secret, project })
  }
}

/** Takes a project out; its keys lead nowhere from now on. */
export function dismiss(accounts: Accounts, project: Project): void {
  const at = accounts.projects.indexOf(project)
  if (at >= 0) accounts.projects.splice(at, 1)
  for (const [id, entry] of accounts.keys) if (entry.project === project) accounts.keys.delete(id)
}

/** A model as the configuration has it, with its defaults. */
export function openModel(id: string, model: ModelConfig): Model {
  const { created = 0 } = model
  return {
    id,
    created,
    listed: `{"id":${JSON.stringify(id)},"object":"model","created":${created},"owned_by":"svc"}`,
    reply: model.reply ?? 'echo',
    limit: model.max_tokens ?? Number.POSITIVE_INFINITY,
    available: model.available ?? true,
    usage: model.usage ?? 'details',
    pace: model.pace && { first: model.pace.first_ms ?? 0, gap: model.pace.gap_ms ?? 0 },
    price: { prompt: model.price?.prompt ?? 0, completion: model.price?.completion ?? 0 },
    disturbances: (model.disturbances ?? []).map(openDisturb),
  }
}

/** A project that is not yet let in: with fresh state, or the one of before with other settings. */
export function openProject(
  name: string,
  ordinal: number,
  settings: ProjectConfig,
  { models, limit, meters }: Pick<Accounts, 'models' | 'limit' | 'meters'>,
  clock: Clock,
  before?: Project,
): Project {
  const quota = Object.values(settings.quota ?? {}).some((amount) => amount !== undefined) ? settings.quota : undefined
  const cells = before?.cells ?? meters(name)
  const allowed = settings.models.flatMap((id) => models.get(id) ?? [])
  const project = {
    name,
    ordinal,
    models: new Map(allowed.map((model) => [model.id, model])),
    disabled: settings.disabled === true ? 'account' : settings.disabled || 'no',
    quota: quota && new Quota(quota, clock, cells),
    defaultLimit: settings.default_max_tokens ?? DEFAULT_LIMIT,
    limit: Math.min(settings.max_tokens ?? Number.POSITIVE_INFINITY, limit),
    cells,
    ledger: before?.ledger ?? new Ledger(cells),
    script: before?.script ?? new Script(name),
    disturbances: (settings.disturbances ?? []).map(openDisturb),
    drawn: before?.drawn ?? 0,
    behaviour: before?.behaviour,
  } satisfies Project
  return before ? Object.assign(before, project) : project
}
