/** Traits by which a gateway could recognise a run, and what exposes the gateway. docs/judged.md has this table. */
import { callers } from '../../../suites/harness/variation/callers.ts'
import { sentenceIn } from '../../../suites/harness/variation/sentences.ts'
import type { Rule, Seen } from './gateway.ts'

/** What exposes a cheating gateway: the run itself, a revisit, or nothing known. */
export type Shown = 'the run' | 'a revisit' | 'nothing'

export interface Trait {
  /** Its name in docs/judged.md. */
  readonly name: string
  readonly shown: Shown
  /** Makes a rule with its own memory. */
  readonly rule: () => Rule
  /** Whether it behaves well for a minute after each recognized request, and not only for that request. */
  readonly window?: true
  /** Whether the revisit is made from another network. */
  readonly elsewhere?: true
}

const MINUTE = 60_000
/** The form of the model names that a run draws. */
const MODEL = /"model":\s*"svc\/[a-z]+-\d{1,3}-[a-z]+"/
const FIELD = /"(?:client|caller|session|tenant|team|trace|billing|request|source|origin|batch|job)_[a-z]+":/
const agentOf = ({ head }: Seen): string | undefined => head.headers['user-agent']
const namesIn = ({ head }: Seen): string[] => head.rawHeaders.filter((_, at) => at % 2 === 0)
/** Excludes headers about the connection and the body, which are not traits of the client. */
const isOwn = (name: string): boolean => !/^(?:connection|content-length|transfer-encoding)$/i.test(name)
const recorded = callers().flatMap(({ requests }) => Object.values(requests).map(({ headers }) => headers))
const orderOf = (names: readonly string[]): string => names.filter(isOwn).join()
const setOf = (order: string): string => order.toLowerCase().split(',').sort().join()
const orders = new Set(recorded.map((headers) => orderOf(headers.map(([name]) => name))))
const sets = new Set([...orders].map(setOf))

function textsIn(body: string): string[] {
  try {
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] }
    return messages.map(({ content }) => content)
  } catch {
    return []
  }
}

/** Behaves well for the first key that it sees, and for requests without a key. */
function byKey(): Rule {
  let known: string | undefined
  return ({ head }) => {
    known ??= head.headers.authorization
    return head.headers.authorization === undefined || head.headers.authorization === known
  }
}

/** Recognizes more than five requests within a second. */
function byRate(): Rule {
  const times: number[] = []
  return ({ now }) => times.push(now) > 5 && now - (times.at(-6) ?? 0) < 1000
}

/** Behaves well in the first half hour. */
function byTime(): Rule {
  let first: number | undefined
  return ({ now }) => {
    first ??= now
    return now - first < 30 * MINUTE
  }
}

/** Traits by name: a rule, or a function that makes a rule with its own memory. */
type Rows = Readonly<Record<string, Rule | { readonly make: () => Rule }>>

const shownBy = (shown: Shown, rows: Rows, more: Partial<Trait> = {}): Trait[] =>
  Object.entries(rows).map(([name, rule]) => {
    return { name, shown, rule: typeof rule === 'function' ? () => rule : rule.make, ...more }
  })

const WINDOW = { window: true } as const

export const traits: readonly Trait[] = [
  ...shownBy(
    'the run',
    {
      'a missing user agent': (seen) => agentOf(seen) === undefined,
      'the user agent of our HTTP library': (seen) => /^(?:node|undici)?$/.test(agentOf(seen) ?? ''),
      'the name of the harness': ({ head, body }) => /conformance/i.test(`${head.rawHeaders.join()} ${body}`),
      'headers that no recorded client sends': (seen) => !sets.has(setOf(orderOf(namesIn(seen)))),
      'an order or spelling of headers that no recorded client has': (seen) => !orders.has(orderOf(namesIn(seen))),
      'texts of earlier versions': ({ body }) =>
        /Reply with one word|Be terse|Are you there|Ask me anything/.test(body),
      'the names of our unknown models': ({ body }) => MODEL.test(body),
      'the names of our unknown fields': ({ body }) => FIELD.test(body),
      'a high rate': { make: byRate },
    },
    WINDOW,
  ),
  ...shownBy('a revisit', { 'the order: a list comes first': ({ head }) => head.url === '/v1/models' }, WINDOW),
  ...shownBy('a revisit', { 'the key of the run': { make: byKey } }),
  ...shownBy('a revisit', { 'the source address of the run': ({ network }) => network === 'one' }, { elsewhere: true }),
  ...shownBy('a revisit', {
    'the time that was announced': { make: byTime },
    'the first requests, as many as a run has': ({ number }) => number <= 9,
  }),
  ...shownBy('nothing', { 'the first requests, more than run and revisits have': ({ number }) => number <= 2000 }),
  ...shownBy(
    'nothing',
    {
      'the table of our texts': ({ body, head }) =>
        head.method === 'GET' || textsIn(body).some((text) => sentenceIn(text) !== undefined),
    },
    WINDOW,
  ),
  ...shownBy('nothing', { 'nothing: a proxy repairs every response': () => true }),
]
