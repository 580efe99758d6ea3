/** Likely mistakes with other models and the other project: a gateway may check these in other code, or never. */
import { inDrawnOrder } from '../../harness/arbitraries/draws.ts'
import { parseBytes, valueAt } from '../../harness/http/exact-json.ts'
import type { KeyRole } from '../../harness/http/key-forms.ts'
import type { Plan } from '../../harness/http/request.ts'
import { accepted } from '../../harness/judge/attempts.ts'
import { brokenKeywords, schemaBreaches } from '../../harness/judge/schema.ts'
import { namesLimit } from '../../harness/judge/states.ts'
import { type CheckOptions, suite } from '../../harness/run/check.ts'
import type { CheckContext } from '../../harness/run/check-context.ts'
import { conversation } from '../../harness/run/generated/controls.ts'
import { type CaseGroup, type Change, caseGroups, type Row, requestOf } from './cases.ts'

/** The minimum number of rows of each rule for another model or project. Two are one completion and one stream. */
const EACH = { core: 1, full: 2 } as const

/** The maximum number of rows of one rule: one for each way to break it, such as a value above a bound. */
export const WAYS = 8

/** If a rule has fewer rows, `full` sends one more to another model. */
const FEWEST = 3

/** The number of requests to reserve for second attempts and for later checks. */
export const RESERVE = 5

/** The model of a request, and the key that it uses. */
interface Elsewhere {
  readonly model: string
  readonly role: KeyRole
}

const isStreamed = (row: Row): boolean => row.set?.stream === true

/** The row as a stream, which a gateway may check in other code; the row itself if its rule is about streams. */
export function streamed(row: Row): Row {
  const { title, set = {}, json = {}, without = [], fields = [], control } = row
  const isOfStreams = [...Object.keys({ ...set, ...json }), ...without, ...fields].some((name) => /^stream/.test(name))
  // A row with its own control would need a second one for the stream.
  if (isOfStreams || row.expect === 'accepted' || row.body !== undefined || control) return row
  const stream = { stream: true }
  return { ...row, title: `${title}, streamed`, set: { ...set, ...stream }, control: { set: stream } }
}

/**
 * Rows drawn by the seed: the first row of each way to break the rule, and at least `EACH` rows. Where there are
 * several ways, a stream comes first and completions follow; every second completion becomes a stream. So does the
 * second row of a rule with only one way and no streams.
 */
function drawn(context: CheckContext, group: CaseGroup, elsewhere: Elsewhere): Row[] {
  const extent = context.within('full') ? 'full' : 'core'
  const rows = rowsFor(group, elsewhere.role)
  const ranked = inDrawnOrder(rows, context.seed, ({ title }) => `${elsewhere.model} ${title}`)
  const { true: streams = [], false: completions = [] } = Object.groupBy(ranked, (row) => `${isStreamed(row)}`)
  const order = [...streams.slice(0, 1), ...completions, ...streams.slice(1)]
  const ways = [...Map.groupBy(order, (row) => wayOf(requestOf(context, row, elsewhere).plan)).values()]
  if (ways.length === 1) {
    const [first, ...others] = ranked
    if (!first) return []
    const inOtherMode = others.find((row) => isStreamed(row) !== isStreamed(first)) ?? others.slice(0, 1).map(streamed)
    return [...new Set([first].concat(inOtherMode, others))].slice(0, EACH[extent])
  }
  const first = ways.flatMap((rows) => rows.slice(0, 1)).slice(0, WAYS)
  return first.map((row, at) => (at % 2 === 1 ? streamed(row) : row))
}

async function ask(context: CheckContext, row: Row, elsewhere: Elsewhere): Promise<void> {
  const { plan, control, rejection } = requestOf(context, row, elsewhere)
  // Another model may be unavailable, or have its own limits.
  const valid = await context.look(control)
  if (accepted(valid) !== 'yes') {
    const { response } = valid
    const cap = response && namesLimit(response) ? ': a cap may be below limits.max_tokens of the target file' : ''
    context.lack = `a valid request for ${elsewhere.model} got ${response?.status ?? 'no response'}${cap}`
    return
  }
  if (!(await context.drawsAgain(RESERVE, 1))) return
  const title = `${row.title}, ${elsewhere.role === 'second' ? 'second project' : elsewhere.model}`
  await context.reject(title, plan, rejection)
}

/** Members that the controls of many rows share; any other control costs an additional request. */
const USUAL = /^(?:stream|stream_options|max_completion_tokens)$/

const isUsual = (control: Change | undefined, withConversation: boolean): boolean =>
  Object.entries(control?.set ?? {}).every(
    ([name, value]) => USUAL.test(name) || (withConversation && value === conversation),
  )

/** Whether the request of a row names the model that it is sent for. */
const namesModel = ({ body, set }: Row): boolean => body?.includes('MODEL') ?? set?.model === undefined

/** Rows whose fault is independent of the model. @param role of the key: with `valid`, only rows that name the model */
export function rowsFor({ requirement, rows }: CaseGroup, role: KeyRole = 'second'): readonly Row[] {
  // Whether a nested object may have unlisted members hardly depends on the model.
  if (requirement.includes('-closed') && !requirement.startsWith('request-closed')) return []
  if (requirement === 'request-model' || requirement === 'request-model-pattern') return []
  const usual = rows.filter(({ profile, control }) => profile !== 'full' && isUsual(control, role === 'second'))
  const own = role === 'valid' ? usual.filter(namesModel) : usual
  return own.filter(({ expect }) => expect !== 'accepted')
}

/** Other models get the rows in turn, so that a rule that one of them lacks shows, whichever it is. */
function onOtherModels(group: CaseGroup): CheckOptions {
  return {
    covers: group.requirement,
    id: `${group.requirement}.other-models`,
    title: 'likely mistakes on other listed models',
    extra: true,
    run: async (context) => {
      const models = await context.otherModels()
      const places = inDrawnOrder(models, context.seed, (model) => `${model} ${group.requirement}`).map(on)
      const [first, second] = places
      if (!first) return
      const rows = drawn(context, group, first)
      const more = second && rows.length < FEWEST && context.within('full') ? drawn(context, group, second) : []
      for (const [at, row] of [...rows, ...more.slice(0, 1)].entries()) {
        // Few rows share a control with options, so that each further model would cost another one.
        const hasOptions = Object.keys(row.control?.set ?? {}).some((name) => name !== 'stream')
        await askAt(context, row, (hasOptions ? first : places[at % places.length]) ?? first)
      }
    },
  }
}

const on = (model: string): Elsewhere => ({ model, role: 'valid' })

function inSecondProject(group: CaseGroup): CheckOptions {
  return {
    covers: group.requirement,
    id: `${group.requirement}.second-project`,
    title: 'likely mistakes in the second project',
    profile: 'full',
    needs: ['key:second', 'model:foreign'],
    run: async (context) => {
      const elsewhere = { model: context.target.models.foreign ?? context.model, role: 'second' } as const
      for (const row of drawn(context, group, elsewhere)) await askAt(context, row, elsewhere)
    },
  }
}

const askAt = (context: CheckContext, row: Row, elsewhere: Elsewhere): Promise<void> =>
  context.row(row.title, () => ask(context, row, elsewhere))

const REQUEST = 'chat-completion-request'

/**
 * How a request breaks the schema. All unlisted names break it in the same way. Messages of an assistant count apart,
 * because a gateway may let them be empty.
 */
export function wayOf({ body = '' }: Plan): string {
  const parsed = parseBytes(Buffer.from(body))
  if (!parsed.ok) return 'not JSON'
  const broken = schemaBreaches(REQUEST, parsed.value).map(({ at }) => at.split('/', 3).join('/'))
  const isOfAssistant = broken.some((message) => valueAt(parsed.value, `${message}/role`) === 'assistant')
  return `${brokenKeywords(REQUEST, parsed.value)}${isOfAssistant ? ' of an assistant' : ''}`
}

const groups = caseGroups.filter((group) => rowsFor(group).length > 0)

export const elsewhere = suite('elsewhere', [...groups.map(onOtherModels), ...groups.map(inSecondProject)])
