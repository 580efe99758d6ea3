/** Cases: rows of `suites/cases/*.yaml`, each a change to the plain valid body and the response that it should get. */
import { ourYaml } from '../../harness/catalogue/our-yaml.ts'
import type { Profile } from '../../harness/catalogue/profiles.ts'
import { isRequirement, type RequirementId } from '../../harness/catalogue/requirements.ts'
import { compact } from '../../harness/http/compact.ts'
import type { KeyRole } from '../../harness/http/key-forms.ts'
import { complete, type Plan, type PlanOptions, postRaw, RawJson, toJson } from '../../harness/http/request.ts'
import type { CheckContext, Rejection } from '../../harness/run/check-context.ts'
import { conversation } from '../../harness/run/generated/controls.ts'

/** A change to the plain valid body. */
export interface Change {
  readonly set?: Record<string, unknown>
  /** Members as raw JSON text. */
  readonly json?: Record<string, string>
  readonly without?: readonly string[]
  /** The new members come before all others. */
  readonly first?: boolean
}

export interface Row extends Change {
  readonly title: string
  readonly expect: 'accepted' | readonly number[]
  /** A form that the response to an accepted request must not have. */
  readonly not?: 'stream'
  /** A literal body, in which MODEL is replaced by the model of the run. */
  readonly body?: string
  readonly control?: Change
  readonly fields?: readonly string[]
  readonly profile?: Profile
}

/** One line of the table of likely mistakes, `suites/cases/likely.yaml`: values at one location. */
export interface Likely {
  /** A member of the body, or a path into it; empty for the body itself. */
  readonly at: string
  readonly of?: 'conversation'
  /** JSON texts of completions, and of streams. */
  readonly refused?: readonly string[]
  readonly streamed?: readonly string[]
  /** JSON texts by the name of an unlisted member. */
  readonly members?: Readonly<Record<string, readonly string[]>>
}

/** The value with another one at a path; missing steps become objects. */
function put(holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(holder)) return holder.with(Number(step), put(holder[Number(step)], rest, value))
  const members = (holder ?? {}) as Readonly<Record<string, unknown>>
  return { ...members, [step]: put(members[step], rest, value) }
}

const OPTIONS = { stream: true, stream_options: { include_usage: true } }

/** The members that a valid request with this location has and the plain request lacks. */
function validAt({ at, of }: Likely, streamed: boolean): Change {
  const set = {
    ...(streamed ? { stream: true } : {}),
    ...(at.startsWith('stream_options') ? OPTIONS : {}),
    ...(at === 'max_completion_tokens' ? { max_completion_tokens: 4 } : {}),
    ...(of === 'conversation' ? { messages: conversation } : {}),
  }
  return { set, ...(at === 'max_completion_tokens' ? { without: ['max_tokens'] } : {}) }
}

const MESSAGES = [{ role: 'user', content: 'Hello.' }]

/** @param path of the value; its first step names the field */
function rowOf(title: string, path: readonly string[], text: string, control: Change, fields: readonly string[]): Row {
  const [field = '', ...rest] = path
  const { [field]: own = field === 'messages' ? MESSAGES : undefined, ...set } = control.set ?? {}
  const isPlain = Object.keys(control.set ?? {}).length === 0
  return {
    title,
    expect: [400],
    ...(Object.keys(set).length > 0 ? { set } : {}),
    json: { [field]: toJson(put(own, rest, new RawJson(text))) },
    ...(control.without ? { without: control.without } : {}),
    ...(isPlain ? {} : { control }),
    ...(fields.length > 0 ? { fields } : {}),
  }
}

/** The rows of one line. */
export function rowsOfLikely(line: Likely): Row[] {
  const { at, of, refused = [], streamed = [], members = {} } = line
  const path = at === '' ? [] : at.split('/')
  const where = of === 'conversation' ? ' of a conversation' : ''
  const valued = (texts: readonly string[], isStreamed: boolean): Row[] =>
    texts.map((text) => {
      const title = `${at}${where} ${text}${isStreamed ? ', streamed' : ''}`
      return rowOf(title, path, text, validAt(line, isStreamed), path.slice(0, 1))
    })
  const unlisted = Object.entries(members).flatMap(([name, texts]) =>
    texts.map((text) => {
      const title = `${name} ${text}${at === '' ? '' : ` in ${at}${where}`}`
      return rowOf(title, [...path, name], text, validAt(line, false), path.length > 0 ? [] : [name])
    }),
  )
  return [...valued(refused, false), ...valued(streamed, true), ...unlisted]
}

export interface CaseGroup {
  readonly requirement: RequirementId
  readonly rows: readonly Row[]
}

export const caseFiles = ['fields', 'rules', 'bodies', 'likely', 'valid'] as const
export type CaseFile = (typeof caseFiles)[number]

/** The check that walks through the rows of a requirement. */
export const rowsCheckId = (requirement: string): string => `${requirement}.cases`

/** The groups of one file. Integers are read as BigInt, so that none is rounded. */
export function loadCases(name: CaseFile): CaseGroup[] {
  const groups = ourYaml(`suites/cases/${name}.yaml`) as {
    requirement: string
    rows?: (Row & { expect: 'accepted' | bigint[] })[]
    likely?: Likely[]
  }[]
  return groups.map(({ requirement, rows = [], likely = [] }) => {
    if (!isRequirement(requirement)) throw new Error(`cases/${name}.yaml: there is no requirement '${requirement}'`)
    return {
      requirement,
      rows: [
        ...rows.map((row) => ({ ...row, expect: row.expect === 'accepted' ? row.expect : row.expect.map(Number) })),
        ...likely.flatMap(rowsOfLikely),
      ],
    }
  })
}

/** The rows of all files, by requirement. */
export const caseGroups: readonly CaseGroup[] = [
  ...Map.groupBy(caseFiles.flatMap(loadCases), ({ requirement }) => requirement),
].map(([requirement, groups]) => ({ requirement, rows: groups.flatMap(({ rows }) => rows) }))

/** A body with a change applied. Members are defined, never assigned, so that `__proto__` is a name like any other. */
export function changed(
  plain: Record<string, unknown>,
  { set = {}, json = {}, without = [], first = false }: Change,
): Record<string, unknown> {
  const raw = Object.entries(json).map(([name, text]): [string, unknown] => [name, new RawJson(text)])
  const added = [...Object.entries(set), ...raw]
  const members = new Map<string, unknown>(
    first ? [...added, ...Object.entries(plain)] : [...Object.entries(plain), ...added],
  )
  for (const name of without) members.delete(name)
  return Object.fromEntries(members)
}

/** The request of a row. */
export function planOf(row: Row, plain: Record<string, unknown>, options: PlanOptions = {}): Plan {
  if (row.body !== undefined) return postRaw(row.body.replaceAll('MODEL', String(plain.model)), options)
  return complete(changed(plain, row), options)
}

interface RowRequest {
  readonly plan: Plan
  readonly control: Plan
  /** Absent where the request is valid. */
  readonly rejection?: Rejection
}

/** The name that rows use for the unlisted field of the run. */
const UNKNOWN = 'UNKNOWN'

/** @param field a name that no version of the contract lists */
export function withUnknown(row: Row, field: string): Row {
  return row.fields?.includes(UNKNOWN) ? { ...row, set: { [field]: row.set?.[UNKNOWN] }, fields: [field] } : row
}

/** The request of a row, and its valid control: by default, the plain request of the same kind. */
export function requestOf(
  context: CheckContext,
  written: Row,
  { model = context.model, role = 'valid' as KeyRole }: { readonly model?: string; readonly role?: KeyRole } = {},
): RowRequest {
  const row = withUnknown(written, context.unknownField)
  const plain = { ...context.body(), model }
  const plan = planOf(row, plain, { role })
  const usual = row.expect === 'accepted' && plan.stream ? { set: { stream: true } } : {}
  const control = complete(changed(plain, row.control ?? usual), { role })
  if (row.expect === 'accepted') return { plan, control }
  return { plan, control, rejection: compact({ statuses: row.expect, control, fields: row.fields }) }
}
