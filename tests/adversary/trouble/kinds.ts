/** The kinds of transient errors: they are not breaches of the gateway, and do not hide one. */
import type { Listener, Passing } from './passing.ts'
import { badGatewayPage, busyPage, contractError, type Refusal } from './refusals.ts'
import type { Speeds } from './slow-line.ts'

export interface Kind {
  readonly name: string
  /** What happens, as the end of a sentence that begins with "the proxy". */
  readonly says: string
  /** Whether one request meets it, every one from a place on, or every one of the run. */
  readonly reach: 'once' | 'onward' | 'throughout'
  /** Whether a conforming gateway behind it has to be certified; where not, it may be left open as well. */
  readonly certified?: true
  /** Runs against the conforming gateway, each with its own seed; one where absent. */
  readonly seeds?: number
  /** Milliseconds that the run gives an exchange. */
  readonly timeout: number
  /** Requests that a run may still make once the gateway is gone, or stuck, for good. */
  readonly maxAfter?: number
  /** How slow the line to the proxy is, for every request. */
  readonly line?: Speeds
  /** What happens to each request that meets it; called once for each proxy. */
  readonly start: (listener: Listener) => (passing: Passing) => void
}

/** Short, where a request gets no response: it costs as much. */
const SHORT = 2000
/** What a target file has where it says nothing. */
const DEFAULT = 30_000
const AWAY = 300
const SLOW = 200_000
/** Enough for the requests on the way, and for the few that show that the gateway is gone. */
const FEW = 100
/** Each of them is unlucky in other requests. */
const SEEDS = 10

/** A token bucket before the gateway: n completions a second, and m at once; the rest is refused. */
function bursts(rate: number, burst: number, refusal: () => Refusal): Kind['start'] {
  return () => {
    let tokens = burst
    let at = performance.now()
    return (passing) => {
      if (!passing.isCompletion) return passing.pass()
      const now = performance.now()
      tokens = Math.min(burst, tokens + ((now - at) * rate) / 1000)
      at = now
      if (tokens < 1) return passing.refuse(refusal())
      tokens -= 1
      passing.pass()
    }
  }
}

/** Refuses from the first request on that meets it, for some seconds. @param refusal may name the seconds that are left */
function refusing(seconds: number, refusal: (left: number) => Refusal, all = true): Kind['start'] {
  return () => {
    let until: number | undefined
    return (passing) => {
      until ??= performance.now() + seconds * 1000
      const left = Math.ceil((until - performance.now()) / 1000)
      if (left > 0 && (all || passing.isCompletion)) passing.refuse(refusal(left))
      else passing.pass()
    }
  }
}

/** The window of a limiter whose clock is set back opens in the future: until then nothing passes. */
const setBack = (seconds: number): Kind['start'] => refusing(seconds, (left) => contractError(429, left), false)

export const kinds: readonly Kind[] = [
  {
    name: 'no-trouble',
    says: 'hands everything on as it is',
    reach: 'throughout',
    certified: true,
    timeout: DEFAULT,
    start: () => (passing) => passing.pass(),
  },
  {
    name: 'hangs-once',
    says: 'gives one request no response and keeps the connection',
    reach: 'once',
    timeout: SHORT,
    start: () => (passing) => passing.hang(),
  },
  {
    name: 'hangs-after-headers-once',
    says: 'sends the head of one response and nothing more',
    reach: 'once',
    timeout: SHORT,
    start: () => (passing) => passing.pass({ headOnly: true }),
  },
  {
    name: 'hangs-for-good',
    says: 'gives no response any more from one request on',
    reach: 'onward',
    timeout: SHORT,
    maxAfter: FEW,
    start: () => (passing) => passing.hang(),
  },
  {
    name: 'hangs-after-headers-for-good',
    says: 'sends no more than heads from one request on',
    reach: 'onward',
    timeout: SHORT,
    maxAfter: FEW,
    start: () => (passing) => passing.pass({ headOnly: true }),
  },
  {
    name: 'goes-away',
    says: 'closes its port and every connection at one request, for good',
    reach: 'once',
    timeout: DEFAULT,
    maxAfter: FEW,
    start: (listener) => () => listener.goAway(),
  },
  {
    name: 'resets-once',
    says: 'resets the connection of one request before a response',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.reset(),
  },
  ...[20, 5].map(
    (one): Kind => ({
      name: `resets-one-in-${one}`,
      says: `resets the connection of one completion in ${one} before a response, by chance`,
      reach: 'throughout',
      seeds: SEEDS,
      timeout: DEFAULT,
      start: () => (passing) => {
        if (passing.isCompletion && Math.random() < 1 / one) passing.reset()
        else passing.pass()
      },
    }),
  ),
  {
    name: 'cut-once',
    says: 'ends the connection in the middle of the body of one response',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.pass({ cut: true }),
  },
  {
    name: 'one-503',
    says: 'responds to one request with a well-formed 503',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.refuse(contractError(503)),
  },
  {
    name: 'one-500',
    says: 'responds to one request with a well-formed 500',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.refuse(contractError(500)),
  },
  {
    name: 'one-429',
    says: 'responds to one request with a well-formed 429 and Retry-After: 1',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.refuse(contractError(429, 1)),
  },
  {
    name: 'one-429-without-retry-after',
    says: 'responds to one request with a well-formed 429 that names no wait',
    reach: 'once',
    timeout: DEFAULT,
    start: () => (passing) => passing.refuse(contractError(429)),
  },
  {
    name: 'outage-300ms',
    says: 'closes its port and every connection at one request, for 300 ms',
    reach: 'once',
    timeout: DEFAULT,
    start: (listener) => () => listener.goAway(AWAY),
  },
  {
    name: 'one-502-page',
    says: 'responds to one request with a 502 page',
    reach: 'once',
    certified: true,
    timeout: DEFAULT,
    start: () => (passing) => passing.refuse(badGatewayPage(false)),
  },
  {
    name: 'bad-gateway-while-away',
    says: 'returns 502 with a page of HTML that names a proxy for 300 ms from one request on',
    reach: 'onward',
    timeout: DEFAULT,
    start: refusing(AWAY / 1000, () => badGatewayPage(true)),
  },
  {
    name: 'store-fails-over',
    says: 'responds to everything with a well-formed 503 for a second from one request on',
    reach: 'onward',
    timeout: DEFAULT,
    start: refusing(1, () => contractError(503)),
  },
  {
    name: 'limiter-set-back-4s',
    says: 'responds to completions from one request on with 429 and the wait, as a limiter whose clock is set back by 4 s',
    reach: 'onward',
    timeout: DEFAULT,
    start: setBack(4),
  },
  {
    name: 'limiter-set-back-a-day',
    says: 'responds to completions from one request on with 429 and the wait, as a limiter whose clock is set back by a day',
    reach: 'onward',
    timeout: DEFAULT,
    start: setBack(86_400),
  },
  {
    name: 'drips-once',
    says: 'sends the body of one response byte by byte, too slowly for the run',
    reach: 'once',
    timeout: SHORT,
    start: () => (passing) => passing.pass({ drip: 50 }),
  },
  {
    name: 'crumbles',
    says: 'sends the body of every response byte by byte',
    reach: 'throughout',
    certified: true,
    timeout: DEFAULT,
    start: () => (passing) => passing.pass({ drip: 0 }),
  },
  {
    name: 'slow-uplink',
    says: 'carries 200 kB of requests a second, for all connections together',
    reach: 'throughout',
    timeout: DEFAULT,
    line: { up: SLOW },
    start: () => (passing) => passing.pass(),
  },
  {
    name: 'slow-downlink',
    says: 'carries 200 kB of responses a second, for all connections together',
    reach: 'throughout',
    timeout: DEFAULT,
    line: { down: SLOW },
    start: () => (passing) => passing.pass(),
  },
  {
    name: 'drops-a-header',
    says: 'hands on no x-test-fault, by which a target file provokes an error',
    reach: 'throughout',
    timeout: DEFAULT,
    start: () => (passing) => passing.pass({ dropUp: 'x-test-fault' }),
  },
  {
    name: 'adds-headers',
    says: 'adds via and x-forwarded-for to requests, and via, server and age to responses',
    reach: 'throughout',
    certified: true,
    timeout: DEFAULT,
    start: () => (passing) =>
      passing.pass({
        addUp: ['via', '1.1 edge', 'x-forwarded-for', '192.0.2.7'],
        addDown: ['via', '1.1 edge', 'server', 'edge', 'age', '0'],
      }),
  },
  {
    name: 'limited-20-a-second',
    says: 'returns 429 with Retry-After: 1 above 20 completions a second, whatever their keys',
    reach: 'throughout',
    certified: true,
    timeout: DEFAULT,
    start: () => {
      let admitted: number[] = []
      return (passing) => {
        if (!passing.isCompletion) return passing.pass()
        const now = performance.now()
        admitted = admitted.filter((at) => at > now - 1000)
        if (admitted.length >= 20) return passing.refuse(contractError(429, 1))
        admitted.push(now)
        passing.pass()
      }
    },
  },
  {
    name: 'limited-per-answer',
    says: 'responds to every 7th completion with 429 and Retry-After: 1',
    reach: 'throughout',
    timeout: DEFAULT,
    start: () => {
      let completions = 0
      return (passing) => {
        if (passing.isCompletion) completions += 1
        if (passing.isCompletion && completions % 7 === 0) passing.refuse(contractError(429, 1))
        else passing.pass()
      }
    },
  },
  {
    name: 'bursts-20-a-second-503-json',
    says: 'returns a well-formed 503 above 20 completions a second and 5 at once',
    reach: 'throughout',
    seeds: SEEDS,
    timeout: DEFAULT,
    start: bursts(20, 5, () => contractError(503)),
  },
  {
    name: 'bursts-20-a-second-503-page',
    says: 'returns a 503 page that names a proxy above 20 completions a second and 5 at once',
    reach: 'throughout',
    seeds: SEEDS,
    timeout: DEFAULT,
    start: bursts(20, 5, () => busyPage()),
  },
  {
    name: 'bursts-5-a-second-503-json',
    says: 'returns a well-formed 503 above 5 completions a second and 5 at once',
    reach: 'throughout',
    seeds: SEEDS,
    timeout: DEFAULT,
    start: bursts(5, 5, () => contractError(503)),
  },
  {
    name: 'bursts-5-a-second-503-page',
    says: 'returns a 503 page that names a proxy above 5 completions a second and 5 at once',
    reach: 'throughout',
    seeds: SEEDS,
    timeout: DEFAULT,
    start: bursts(5, 5, () => busyPage()),
  },
]

export function kindOf(name: string): Kind {
  const kind = kinds.find((each) => each.name === name)
  if (!kind)
    throw new Error(`there is no kind of error '${name}'; there are ${kinds.map((each) => each.name).join(', ')}`)
  return kind
}
