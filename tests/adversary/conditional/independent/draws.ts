/** Draws kinds of responses with conditions on features, and counts those that the requests of a run meet. */
import { wilson } from '../../../../suites/harness/explain/statistics.ts'
import { holds } from '../../red-team/layer/conditions.ts'
import { Chance } from '../chance.ts'
import type { Met } from '../estimate.ts'
import { type Kind, kinds } from '../kinds.ts'
import { type Feature, features } from './features.ts'

interface Drawn {
  readonly kind: Kind
  readonly conditions: readonly { readonly feature: Feature; readonly name: string }[]
}

/** Parts that are invalid in a request of a kind, by the rule that refuses the request. */
const BROKEN: Readonly<Record<string, readonly Feature['of'][]>> = {
  '400 for temperature': ['temperature'],
  '400 for top_p': ['top_p'],
  '400 for a limit of tokens': ['limit'],
  '400 for two limits at once': ['limit'],
  '400 for n': ['n'],
  '400 for stop': ['stop'],
  '400 for stream': ['stream_options'],
  '400 for stream_options without stream': ['stream_options'],
  '400 for messages': ['text'],
  '400 for a role': ['text'],
  '400 for content': ['text'],
}

/** Header fields about content, which a GET request does not have (RFC 9110, 8 and 10.1.1). */
const OF_CONTENT: readonly string[] = ['content-language', 'content-length', 'expect', 'transfer-encoding']

/** The conditions of a feature that a request of a kind can meet. */
const conditionsFor = ({ conditions }: Feature, kind: Kind): string[] =>
  Object.keys(conditions).filter((name) => !/list$/.test(kind.name) || !OF_CONTENT.includes(name))

function fits({ of, name }: Feature, kind: Kind): boolean {
  if (of === 'head' || of === 'time') return true
  if (kind.reach === 'head' || BROKEN[kind.name]?.includes(of)) return false
  return name !== 'streaming' || kind.form === 'error'
}

type Condition = Drawn['conditions'][number]

/** The header that a feature is about, whatever its condition. */
const HEADER_OF: Readonly<Record<string, string>> = {
  'a coding': 'accept-encoding',
  'one coding': 'accept-encoding',
  'a media type': 'accept',
  'a product': 'user-agent',
}

/** Whether two conditions contradict, such as a header that is both present and absent. */
export function contradicts(one: Condition, { feature, name }: Condition): boolean {
  if (one.feature.name === 'no such header')
    return one.name === (feature.name === 'a header' ? name : HEADER_OF[feature.name])
  return one.feature.name === 'one coding' && feature.name === 'a coding' && !one.name.includes(name)
}

/** Draws conditions of different features, because those of one feature often contradict each other. */
function drawn(words: string, size: number, profile: 'core' | 'full'): Drawn {
  const chance = new Chance(words)
  const kind = chance.pick(kinds.filter(({ beyondOneKey }) => profile === 'full' || !beyondOneKey))
  const left = features.filter((feature) => fits(feature, kind))
  const conditions = Array.from({ length: size }, () => {
    const feature = chance.pick(left)
    left.splice(left.indexOf(feature), 1)
    const { name } = chance.pick(conditionsFor(feature, kind).map((name) => ({ name, weight: 1 })))
    return { feature, name }
  })
  const isPossible = !conditions.some((one) => conditions.some((other) => contradicts(one, other)))
  return isPossible ? { kind, conditions } : drawn(`${words}, again`, size, profile)
}

interface RateOptions {
  readonly size: 1 | 2 | 3
  readonly profile: 'core' | 'full'
  readonly draw: number
  readonly count: number
}

/** The draws that requests meet, with Wilson's interval at 95 % as shares, and features with the number of draws not met. */
export function rateIn(met: readonly Met[], { size, profile, draw, count }: RateOptions) {
  const missed = new Map<string, number>()
  let shown = 0
  const byKind = new Map(
    kinds.map((kind) => [kind, met.filter(({ ask, reply }) => holds(() => kind.when(ask, reply)))]),
  )
  for (let number = 1; number <= count; number += 1) {
    const { kind, conditions } = drawn(`independent ${draw} ${size} ${number}`, size, profile)
    const isShown = byKind
      .get(kind)
      ?.some(({ ask, course }, before) =>
        conditions.every(({ feature, name }) =>
          holds(() => feature.conditions[name]?.(ask, { ...course, before }) === true),
        ),
      )
    if (isShown) shown += 1
    else
      for (const { feature, name } of conditions) {
        const place = `${feature.name}: ${name}`
        missed.set(place, (missed.get(place) ?? 0) + 1)
      }
  }
  const { low, high } = wilson(shown, count)
  return { shown, of: count, low, high, missed }
}
