import type { Behaviour } from './behaviour.ts'
import type { Clock } from './clock.ts'
import type { MockConfig, ModelConfig, ProjectConfig } from './config.ts'
import { Ledger, type Price } from './ledger.ts'
import { Quota } from './quota.ts'
import { Script } from './scripts/script.ts'
import type { UsageForm } from './usage.ts'

/** A model as the gateway runs it. */
export interface Model {
  readonly id: string
  readonly created: number | bigint
  readonly reply: string
  readonly limit: number
  readonly available: boolean
  readonly usage: UsageForm
  readonly pace: { readonly first: number; readonly gap: number } | undefined
  readonly price: Price
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
  readonly ledger: Ledger
  readonly script: Script
  /** Decides in place of the gateway's behaviour, once the key has led to this project. */
  behaviour: Behaviour | undefined
}

/** Who may call: every project, and the keys that lead to them. */
export interface Accounts {
  readonly projects: Project[]
  /** Secret and project by the id of a key. Secrets stay in here. */
  readonly keys: Map<string, { readonly secret: string; readonly project: Project }>
  /** Every model of the deployment, of whatever project. */
  readonly models: ReadonlyMap<string, Model>
  /** Most output tokens that the deployment gives. */
  readonly limit: number
}

/** The two halves of a key (contract 5.2): the id, which may be shown, and the secret. */
export const KEY_FORMAT = /^svc_([A-Za-z0-9-]+)_([A-Za-z0-9_-]+)$/

/** Output tokens when neither request nor configuration names a limit. */
const DEFAULT_LIMIT = 256

/** Turns a checked configuration into projects with fresh state. */
export function openAccounts(config: MockConfig, clock: Clock): Accounts {
  const models = new Map(Object.entries(config.models).map(([id, model]) => [id, openModel(id, model)]))
  const limit = config.max_tokens ?? Number.POSITIVE_INFINITY
  const accounts: Accounts = { projects: [], keys: new Map(), models, limit }
  for (const [name, settings] of Object.entries(config.projects)) addProject(accounts, name, settings, clock)
  return accounts
}

/** Opens one more project, which begins with fresh state. */
export function addProject(accounts: Accounts, name: string, settings: ProjectConfig, clock: Clock): Project {
  const project = openProject(name, accounts.projects.length, settings, accounts, clock)
  accounts.projects.push(project)
  for (const key of settings.keys) {
    const [, id = '', secret = ''] = KEY_FORMAT.exec(key) ?? []
    accounts.keys.set(id, { secret, project })
  }
  return project
}

function openModel(id: string, model: ModelConfig): Model {
  return {
    id,
    created: model.created ?? 0,
    reply: model.reply ?? 'echo',
    limit: model.max_tokens ?? Number.POSITIVE_INFINITY,
    available: model.available ?? true,
    usage: model.usage ?? 'details',
    pace: model.pace && { first: model.pace.first_ms ?? 0, gap: model.pace.gap_ms ?? 0 },
    price: { prompt: model.price?.prompt ?? 0, completion: model.price?.completion ?? 0 },
  }
}

function openProject(
  name: string,
  ordinal: number,
  settings: ProjectConfig,
  { models, limit }: Accounts,
  clock: Clock,
): Project {
  const perMinute = settings.quota?.requests_per_minute
  const allowed = settings.models.flatMap((id) => models.get(id) ?? [])
  return {
    name,
    ordinal,
    models: new Map(allowed.map((model) => [model.id, model])),
    disabled: settings.disabled === true ? 'account' : settings.disabled || 'no',
    quota: perMinute === undefined ? undefined : new Quota(perMinute, clock),
    defaultLimit: settings.default_max_tokens ?? DEFAULT_LIMIT,
    limit: Math.min(settings.max_tokens ?? Number.POSITIVE_INFINITY, limit),
    ledger: new Ledger(),
    script: new Script(),
    behaviour: undefined,
  }
}
