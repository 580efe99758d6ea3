/** The kinds of transient errors: they are not breaches of the gateway, and do not hide one. */
import type { Changes, Listener, Passing } from './passing.ts'
import { badGatewayPage, busyPage, contractError, type Refusal } from './refusals.ts'
import type { Speeds } from './slow-line.ts'

export interface Kind {
  readonly name: string
  /** What happens, to complete a sentence that begins with "the proxy". */
  readonly says: string
  /** Whether it affects one request, every request from a position on, or every request of the run. */
  readonly reach: 'once' | 'onward' | 'throughout'
  /** Whether a conforming gateway behind it must be certified; otherwise the run may be incomplete. */
  readonly certified?: true
  /** The number of runs against the conforming gateway, each with its own seed; default: one. */
  readonly seeds?: number
  /** The timeout of an exchange in milliseconds. */
  readonly timeout: number
  /** The maximum number of requests after the gateway is permanently gone or stuck. */
  readonly maxAfter?: number
  /** The speed of the line to the proxy, for every request. */
  readonly line?: Speeds
  /** Returns what happens to each affected request; called once for each proxy. */
  readonly start: (listener: Listener) => (passing: Passing) => void
}

/** The default timeout of a target file. */
const DEFAULT = 30_000
/** A short timeout for requests without a response, which take this long. */
const SHORT = { timeout: 2000 } as const
const AWAY = 300
const SLOW = 200_000
/** Enough for requests in transit, and for the few that show that the gateway is gone. */
const GONE = { maxAfter: 100 } as const
/** Several seeds, because with each one other requests are affected. */
const SEEDS = { seeds: 10 } as const
const CERTIFIED = { certified: true } as const

type Start = Kind['start']

const passes = (changes?: Changes): Start => {
  return () => (each) => each.pass(changes)
}
const refuses = (refusal: () => Refusal): Start => {
  return () => (each) => each.refuse(refusal())
}
const hangs: Start = () => (each) => each.hang()

/** Resets the connection of a completion by chance. */
const unlucky = (one: number): Start => {
  return () => (each) => (each.isCompletion && Math.random() < 1 / one ? each.reset() : each.pass())
}

/** A token bucket before the gateway: `rate` completions per second, and 5 at once; others are refused. */
function bursts(rate: number, refusal: () => Refusal): Start {
  const burst = 5
  return () => {
    let tokens = burst
    let at = performance.now()
    return (each) => {
      if (!each.isCompletion) return each.pass()
      const now = performance.now()
      tokens = Math.min(burst, tokens + ((now - at) * rate) / 1000)
      at = now
      if (tokens < 1) return each.refuse(refusal())
      tokens -= 1
      each.pass()
    }
  }
}

/** Refuses for some seconds, from the first affected request on. @param refusal may name the remaining seconds */
function refusesFor(seconds: number, refusal: (left: number) => Refusal, all = true): Start {
  return () => {
    let until: number | undefined
    return (each) => {
      until ??= performance.now() + seconds * 1000
      const left = Math.ceil((until - performance.now()) / 1000)
      if (left > 0 && (all || each.isCompletion)) each.refuse(refusal(left))
      else each.pass()
    }
  }
}

/** A limiter whose clock was set back: its window begins in the future, and until then it refuses everything. */
const setBack = (seconds: number): Start => refusesFor(seconds, (left) => contractError(429, left), false)

const atMost20ASecond: Start = () => {
  let admitted: number[] = []
  return (each) => {
    if (!each.isCompletion) return each.pass()
    const now = performance.now()
    admitted = admitted.filter((at) => at > now - 1000)
    if (admitted.length >= 20) return each.refuse(contractError(429, 1))
    admitted.push(now)
    each.pass()
  }
}

const every7thIsLimited: Start = () => {
  let completions = 0
  return (each) => {
    if (each.isCompletion) completions += 1
    if (each.isCompletion && completions % 7 === 0) each.refuse(contractError(429, 1))
    else each.pass()
  }
}

const ADDED: Changes = {
  addUp: ['via', '1.1 edge', 'x-forwarded-for', '192.0.2.7'],
  addDown: ['via', '1.1 edge', 'server', 'edge', 'age', '0'],
}

/** Keyed by `name: what happens`: the start, and optional members. */
type Rows = Readonly<Record<string, Start | readonly [Start, Partial<Kind>]>>

const reaching = (reach: Kind['reach'], rows: Rows): Kind[] =>
  Object.entries(rows).map(([title, row]) => {
    const [name = '', says = ''] = title.split(/: (.*)/)
    const [start, more] = typeof row === 'function' ? [row] : row
    return { name, says, reach, timeout: DEFAULT, start, ...more }
  })

export const kinds: readonly Kind[] = [
  ...reaching('throughout', { 'no-trouble: hands everything on as it is': [passes(), CERTIFIED] }),
  ...reaching('once', {
    'hangs-once: gives one request no response and keeps the connection': [hangs, SHORT],
    'hangs-after-headers-once: sends the head of one response and nothing more': [passes({ headOnly: true }), SHORT],
  }),
  ...reaching('onward', {
    'hangs-for-good: gives no response any more from one request on': [hangs, { ...SHORT, ...GONE }],
    'hangs-after-headers-for-good: sends no more than heads from one request on': [
      passes({ headOnly: true }),
      { ...SHORT, ...GONE },
    ],
  }),
  ...reaching('once', {
    'goes-away: closes its port and every connection at one request, for good': [(to) => () => to.goAway(), GONE],
    'resets-once: resets the connection of one request before a response': () => (each) => each.reset(),
  }),
  ...reaching('throughout', {
    'resets-one-in-20: resets the connection of one completion in 20 before a response, by chance': [
      unlucky(20),
      SEEDS,
    ],
    'resets-one-in-5: resets the connection of one completion in 5 before a response, by chance': [unlucky(5), SEEDS],
  }),
  ...reaching('once', {
    'cut-once: ends the connection in the middle of the body of one response': passes({ cut: true }),
    'one-503: responds to one request with a well-formed 503': refuses(() => contractError(503)),
    'one-500: responds to one request with a well-formed 500': refuses(() => contractError(500)),
    'one-429: responds to one request with a well-formed 429 and Retry-After: 1': refuses(() => contractError(429, 1)),
    'one-429-without-retry-after: responds to one request with a well-formed 429 that names no wait': refuses(() =>
      contractError(429),
    ),
    'outage-300ms: closes its port and every connection at one request, for 300 ms': (to) => () => to.goAway(AWAY),
    'one-502-page: responds to one request with a 502 page': [refuses(() => badGatewayPage(false)), CERTIFIED],
  }),
  ...reaching('onward', {
    'bad-gateway-while-away: returns 502 with a page of HTML that names a proxy for 300 ms from one request on':
      refusesFor(AWAY / 1000, () => badGatewayPage(true)),
    'store-fails-over: responds to everything with a well-formed 503 for a second from one request on': refusesFor(
      1,
      () => contractError(503),
    ),
    'limiter-set-back-4s: responds to completions from one request on with 429 and the wait, as a limiter whose clock is set back by 4 s':
      setBack(4),
    'limiter-set-back-a-day: responds to completions from one request on with 429 and the wait, as a limiter whose clock is set back by a day':
      setBack(86_400),
  }),
  ...reaching('once', {
    'drips-once: sends the body of one response byte by byte, too slowly for the run': [passes({ drip: 50 }), SHORT],
  }),
  ...reaching('throughout', {
    'crumbles: sends the body of every response byte by byte': [passes({ drip: 0 }), CERTIFIED],
    'slow-uplink: carries 200 kB of requests a second, for all connections together': [
      passes(),
      { line: { up: SLOW } },
    ],
    'slow-downlink: carries 200 kB of responses a second, for all connections together': [
      passes(),
      { line: { down: SLOW } },
    ],
    'drops-a-header: hands on no x-test-fault, by which a target file provokes an error': passes({
      dropUp: 'x-test-fault',
    }),
    'adds-headers: adds via and x-forwarded-for to requests, and via, server and age to responses': [
      passes(ADDED),
      CERTIFIED,
    ],
    'limited-20-a-second: returns 429 with Retry-After: 1 above 20 completions a second, whatever their keys': [
      atMost20ASecond,
      CERTIFIED,
    ],
    'limited-per-answer: responds to every 7th completion with 429 and Retry-After: 1': every7thIsLimited,
    'bursts-20-a-second-503-json: returns a well-formed 503 above 20 completions a second and 5 at once': [
      bursts(20, () => contractError(503)),
      SEEDS,
    ],
    'bursts-20-a-second-503-page: returns a 503 page that names a proxy above 20 completions a second and 5 at once': [
      bursts(20, busyPage),
      SEEDS,
    ],
    'bursts-5-a-second-503-json: returns a well-formed 503 above 5 completions a second and 5 at once': [
      bursts(5, () => contractError(503)),
      SEEDS,
    ],
    'bursts-5-a-second-503-page: returns a 503 page that names a proxy above 5 completions a second and 5 at once': [
      bursts(5, busyPage),
      SEEDS,
    ],
  }),
]

export function kindOf(name: string): Kind {
  const kind = kinds.find((each) => each.name === name)
  if (!kind)
    throw new Error(`there is no kind of error '${name}'; there are ${kinds.map((each) => each.name).join(', ')}`)
  return kind
}
