import { halvesOf } from '../core/auth.ts'
import type { MockConfig, ModelConfig, ProjectConfig } from '../core/config.ts'
import { openDisturb } from '../core/disturbances/table.ts'
import { Cells } from '../core/metering/cells.ts'
import { isLimited, openQuota } from '../core/metering/quota.ts'
import { ClosedProjects } from '../core/metering/sums.ts'
import type { Clock } from '../core/time/clock.ts'
import { openPace } from '../core/time/pace.ts'
import type { Accounts, ApplyFault, MakeQuota, Meters, Model, Project } from '../core/types.ts'
import { Script } from '../scripts/script.ts'
import { writtenRules } from '../scripts/written/rules.ts'

/** The maximum number of output tokens if neither the request nor the configuration sets a limit. */
const DEFAULT_LIMIT = 256

/** The dependencies of projects besides their configuration. */
interface AccountParts {
  readonly clock: Clock
  readonly applyFault: ApplyFault
  readonly meters?: Meters | undefined
  readonly quotas?: MakeQuota | undefined
}

/** Creates the projects of a valid configuration, with fresh state. */
export function openAccounts(config: MockConfig, parts: AccountParts): Accounts {
  const { clock, applyFault, meters = () => new Cells(), quotas } = parts
  const accounts = {
    projects: [],
    keys: new Map(),
    models: new Map(),
    limit: Number.POSITIVE_INFINITY,
    pace: undefined,
    replies: [],
    applyFault,
    configured: new Set<Project>(),
    meters,
    quotas,
    closed: new ClosedProjects(),
  }
  reconfigure(accounts, config, clock)
  return accounts
}

/** Applies a valid configuration. Projects in both configurations keep their state; removed ones lose their keys. */
export function reconfigure(accounts: Accounts, config: MockConfig, clock: Clock): void {
  accounts.models = new Map(Object.entries(config.models).map(([id, model]) => [id, openModel(id, model)]))
  accounts.limit = config.max_tokens ?? Number.POSITIVE_INFINITY
  accounts.pace = config.pace && openPace(config.pace)
  accounts.replies = config.replies ?? []
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

/** Adds a project with its state and its keys. */
export function admit(accounts: Accounts, project: Project, keys: readonly string[]): void {
  accounts.projects.push(project)
  for (const key of keys) {
    const [id, secret] = halvesOf(key)
    accounts.keys.set(id, { secret, project })
  }
}

/** Removes a project and its keys. */
export function dismiss(accounts: Accounts, project: Project): void {
  const at = accounts.projects.indexOf(project)
  if (at >= 0) accounts.projects.splice(at, 1)
  for (const [id, entry] of accounts.keys) if (entry.project === project) accounts.keys.delete(id)
}

/** Creates a model from its configuration and the defaults. */
export function openModel(id: string, model: ModelConfig): Model {
  const { created = 0 } = model
  return {
    id,
    created,
    // keeps: model-object, model-created, model-owned-by, model-closed
    listed: `{"id":${JSON.stringify(id)},"object":"model","created":${created},"owned_by":"svc"}`,
    reply: model.reply ?? 'echo',
    limit: model.max_tokens ?? Number.POSITIVE_INFINITY,
    available: model.available ?? true,
    usage: model.usage ?? 'details',
    pace: model.pace && openPace(model.pace),
    price: { prompt: model.price?.prompt ?? 0, completion: model.price?.completion ?? 0 },
    disturbances: (model.disturbances ?? []).map(openDisturb),
  }
}

/** Creates a project without adding it to the accounts. With `before`, it gets new settings but keeps that state. */
export function openProject(
  name: string,
  ordinal: number,
  settings: ProjectConfig,
  accounts: Pick<Accounts, 'models' | 'limit' | 'meters' | 'quotas' | 'replies' | 'applyFault'>,
  clock: Clock,
  before?: Project,
): Project {
  const { models, limit, meters, quotas, replies, applyFault } = accounts
  const { quota: limits = {} } = settings
  const cells = before?.cells ?? meters(name)
  const allowed = settings.models.flatMap((id) => models.get(id) ?? [])
  const script = before?.script ?? new Script(name)
  const written = [...(settings.replies ?? []), ...replies]
  script.rules = written.length === 0 ? undefined : writtenRules(written, applyFault)
  const project = {
    name,
    ordinal,
    // keeps: list-ids-unique, list-steady, model-listed-callable, model-callable-listed, model-unavailable-listed
    models: new Map(allowed.map((model) => [model.id, model])),
    disabled: settings.disabled === true ? 'account' : settings.disabled || 'no',
    quota: quotas?.(name, limits) ?? (isLimited(limits) ? openQuota(limits, clock, cells) : undefined),
    defaultLimit: settings.default_max_tokens ?? DEFAULT_LIMIT,
    limit: Math.min(settings.max_tokens ?? Number.POSITIVE_INFINITY, limit),
    cells,
    script,
    disturbances: (settings.disturbances ?? []).map(openDisturb),
    drawn: before?.drawn ?? 0,
    pace: settings.pace && openPace(settings.pace),
    paced: before?.paced ?? 0,
    behaviour: before?.behaviour,
  } satisfies Project
  return before ? Object.assign(before, project) : project
}
