/** Traits by which a gateway could recognise a run, and what exposes the gateway. docs/judged.md has this table. */
import { callers } from '../../../suites/harness/variation/callers.ts'
import { sentenceIn } from '../../../suites/harness/variation/sentences.ts'
import type { Rule, Seen } from './gateway.ts'

/** What exposes a gateway that cheats: the run itself, a revisit, or nothing that we know. */
export type Shown = 'the run' | 'a revisit' | 'nothing'

export interface Trait {
  /** As docs/judged.md names it. */
  readonly name: string
  readonly shown: Shown
  /** A rule with its own memory. */
  readonly rule: () => Rule
  /** It behaves well for a minute after each request that it recognizes; otherwise to that request alone. */
  readonly window?: true
  /** Whether the revisit is made from another network. */
  readonly elsewhere?: true
}

const MINUTE = 60_000
/** The form of the names that a run draws. */
const MODEL = /"model":\s*"svc\/[a-z]+-\d{1,3}-[a-z]+"/
const FIELD = /"(?:client|caller|session|tenant|team|trace|billing|request|source|origin|batch|job)_[a-z]+":/
const agentOf = ({ head }: Seen): string | undefined => head.headers['user-agent']
const namesIn = ({ head }: Seen): string[] => head.rawHeaders.filter((_, at) => at % 2 === 0)
/** Traits of the connection and the body, not of the client. */
const isOwn = (name: string): boolean => !/^(?:connection|content-length|transfer-encoding)$/i.test(name)
const recorded = callers().flatMap(({ requests }) => Object.values(requests).map(({ headers }) => headers))
const orders = new Set(
  recorded.map((headers) =>
    headers
      .map(([name]) => name)
      .filter(isOwn)
      .join(),
  ),
)
const sets = new Set([...orders].map((order) => order.toLowerCase().split(',').sort().join()))
const lowered = (seen: Seen): string =>
  namesIn(seen)
    .filter(isOwn)
    .map((name) => name.toLowerCase())
    .sort()
    .join()

/** Good for the first key that asks, and for no other. */
function byKey(): Rule {
  let known: string | undefined
  return ({ head }) => {
    known ??= head.headers.authorization
    return head.headers.authorization === undefined || head.headers.authorization === known
  }
}

/** More than five requests within a second. */
function byRate(): Rule {
  const times: number[] = []
  return ({ now }) => times.push(now) > 5 && now - (times.at(-6) ?? 0) < 1000
}

/** Good in the first half hour. */
function byTime(): Rule {
  let first: number | undefined
  return ({ now }) => {
    first ??= now
    return now - first < 30 * MINUTE
  }
}

export const traits: readonly Trait[] = [
  { name: 'a missing user agent', shown: 'the run', window: true, rule: () => (seen) => agentOf(seen) === undefined },
  {
    name: 'the user agent of our HTTP library',
    shown: 'the run',
    window: true,
    rule: () => (seen) => /^(?:node|undici)?$/.test(agentOf(seen) ?? ''),
  },
  {
    name: 'the name of the harness',
    shown: 'the run',
    window: true,
    rule:
      () =>
      ({ head, body }) =>
        /conformance/i.test(`${head.rawHeaders.join()} ${body}`),
  },
  {
    name: 'headers that no recorded client sends',
    shown: 'the run',
    window: true,
    rule: () => (seen) => !sets.has(lowered(seen)),
  },
  {
    name: 'an order or spelling of headers that no recorded client has',
    shown: 'the run',
    window: true,
    rule: () => (seen) => !orders.has(namesIn(seen).filter(isOwn).join()),
  },
  {
    name: 'texts of earlier versions',
    shown: 'the run',
    window: true,
    rule:
      () =>
      ({ body }) =>
        /Reply with one word|Be terse|Are you there|Ask me anything/.test(body),
  },
  {
    name: 'the names of our unknown models',
    shown: 'the run',
    window: true,
    rule:
      () =>
      ({ body }) =>
        MODEL.test(body),
  },
  {
    name: 'the names of our unknown fields',
    shown: 'the run',
    window: true,
    rule:
      () =>
      ({ body }) =>
        FIELD.test(body),
  },
  { name: 'a high rate', shown: 'the run', window: true, rule: byRate },
  {
    name: 'the order: a list comes first',
    shown: 'a revisit',
    window: true,
    rule:
      () =>
      ({ head }) =>
        head.url === '/v1/models',
  },
  { name: 'the key of the run', shown: 'a revisit', rule: byKey },
  {
    name: 'the source address of the run',
    shown: 'a revisit',
    elsewhere: true,
    rule:
      () =>
      ({ network }) =>
        network === 'one',
  },
  { name: 'the time that was announced', shown: 'a revisit', rule: byTime },
  {
    name: 'the first requests, as many as a run has',
    shown: 'a revisit',
    rule:
      () =>
      ({ number }) =>
        number <= 9,
  },
  {
    name: 'the first requests, more than run and revisits have',
    shown: 'nothing',
    rule:
      () =>
      ({ number }) =>
        number <= 2000,
  },
  {
    name: 'the table of our texts',
    shown: 'nothing',
    window: true,
    rule:
      () =>
      ({ body, head }) =>
        head.method === 'GET' || textsIn(body).some((text) => sentenceIn(text) !== undefined),
  },
  { name: 'nothing: a proxy repairs every response', shown: 'nothing', rule: () => () => true },
]

function textsIn(body: string): string[] {
  try {
    const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] }
    return messages.map(({ content }) => content)
  } catch {
    return []
  }
}
