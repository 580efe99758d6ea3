/** The likely values that a run has sent: to its model, to other models and in the second project. */
import { caseGroups, planOf, type Row, withUnknown } from '../../../suites/checks/rows/cases.ts'
import { rowsFor, streamed, WAYS, wayOf } from '../../../suites/checks/rows/elsewhere.ts'
import { parseJson } from '../../../suites/harness/http/exact-json.ts'
import { RawJson, toJson } from '../../../suites/harness/http/request.ts'
import { schemaBreaches } from '../../../suites/harness/judge/schema.ts'
import { canonical, type Sent } from './sent.ts'

export interface Coverage {
  readonly rows: number
  readonly sent: number
  /** Ways to break a rule, up to the number that a run uses. */
  readonly ways: number
  readonly asked: number
  /** Incomplete rows or rules. */
  readonly missing: readonly string[]
}

const plainOf = (model: string): Record<string, unknown> => ({
  model,
  messages: [{ role: 'user', content: 'Hello.' }],
  max_tokens: 16,
})

/** The schema violations of a body, by requirement and location. */
function breachesIn(body: string): string[] {
  const parsed = parseJson(body)
  if (!parsed.ok) return ['no JSON']
  return schemaBreaches('chat-completion-request', parsed.value).map(({ requirement, at }) => `${requirement} ${at}`)
}

/** The members that a row sets, as JSON texts. */
function valuesOf({ set = {}, json = {} }: Row): [name: string, text: string][] {
  const raw = Object.entries(json).map(([name, text]): [string, unknown] => [name, new RawJson(text)])
  return [...Object.entries(set), ...raw].map(([name, value]) => [name, canonical(toJson(value))])
}

/** Whether a request is that of a row, without other faults; other valid members are ignored. */
function isOf(written: Row, { members, body, model, streamed }: Sent, own: string): boolean {
  const [drawn = ''] = [...members.keys()].filter((name) => /^[a-z]+_[a-z]+$/.test(name))
  const row = withUnknown(written, drawn)
  if (row.body !== undefined) return body === row.body.replaceAll('MODEL', model || own)
  const plan = planOf(row, plainOf(model))
  if (plan.stream !== streamed || row.without?.some((name) => members.has(name))) return false
  return (
    valuesOf(row).every(([name, text]) => members.get(name) === text) &&
    breachesIn(body).join() === breachesIn(String(plan.body)).join()
  )
}

/** @param model of the run */
export function ofOwnModel(sent: readonly Sent[], model: string, profile: 'core' | 'full'): Coverage {
  const others = otherModels(sent, model)
  const own = sent.filter((each) => each.key === 'valid' && !others.has(each.model))
  const rows = caseGroups.flatMap((group) => group.rows.filter((row) => profile === 'full' || row.profile !== 'full'))
  const missing = rows.filter((row) => !own.some((each) => isOf(row, each, model))).map(({ title }) => title)
  return { rows: rows.length, sent: rows.length - missing.length, ways: 0, asked: 0, missing }
}

/** Models other than that of the run that responded with 200. */
const otherModels = (sent: readonly Sent[], own: string): ReadonlySet<string> =>
  new Set(sent.flatMap(({ status, model }) => (status === 200 && model !== own ? [model] : [])))

/** @param role of the key: the valid one for other models, or that of the second project */
export function ofElsewhere(all: readonly Sent[], own: string, role: 'valid' | 'second'): Coverage {
  const others = otherModels(all, own)
  const sent = all.filter(({ key, model }) => key === role && (role === 'second' || others.has(model)))
  const groups = caseGroups.map((group) => {
    const rows = rowsFor(group, role)
    const isMet = (row: Row): boolean => sent.some((each) => isOf(row, each, own) || isOf(streamed(row), each, own))
    const met = new Set(rows.filter(isMet))
    const ways = [...Map.groupBy(rows, (row) => wayOf(planOf(row, plainOf(own)))).values()]
    const asked = ways.filter((each) => each.some((row) => met.has(row))).length
    const expected = Math.min(ways.length, WAYS)
    const counts = { rows: rows.length, sent: met.size, ways: expected, asked: Math.min(asked, expected) }
    return { name: group.requirement, ...counts }
  })
  const sum = (member: 'rows' | 'sent' | 'ways' | 'asked'): number =>
    groups.reduce((total, each) => total + each[member], 0)
  const missing = groups.flatMap(({ name, ways, asked }) => (asked < ways ? [`${name}: ${asked} of ${ways}`] : []))
  return { rows: sum('rows'), sent: sum('sent'), ways: sum('ways'), asked: sum('asked'), missing }
}
