import type { Call } from '../../../core/types.ts'
import type { Fault } from '../../deviation.ts'
import { forgive } from '../../edits/decisions.ts'
import { unapplied } from '../breaks.ts'
import { looseFields } from './loose-fields.ts'
import { looseMessages } from './loose-messages.ts'

/** Null treated as if the field were left out, in whole families. */
const NULLS: [name: string, shows: string, rules: string[]][] = [
  [
    'null-numbers',
    'numbers may be null',
    ['temperature.null', 'top_p.null', 'max_tokens.null', 'max_completion_tokens.null', 'n.null'],
  ],
  ['null-options', 'stream, stream_options and stop may be null', ['stream.null', 'stream_options.null', 'stop.null']],
  [
    'null-inside',
    'what stands inside messages and options may be null',
    ['role.null', 'content.null', 'include_usage.null', 'stop.item.null'],
  ],
]

/** Rules that are applied to most of what they forbid. */
export const loosenedFaults = (): readonly Fault[] => [
  ...[...looseFields, ...looseMessages].map(
    ([name, shows, rules, slips]): Fault => ({
      name: `lets-pass-${name}`,
      breaks: unapplied(...rules),
      shows,
      apply: forgive(
        (problem, call) => rules.includes(problem.rule) && slips(valueAt(call.body, problem.param), problem, call),
      ),
    }),
  ),
  ...NULLS.map(
    ([name, shows, rules]): Fault => ({
      name: `lets-pass-${name}`,
      breaks: unapplied(...rules),
      shows,
      apply: forgive(({ rule }) => rules.includes(rule)),
    }),
  ),
]

/** The value that a param points to; what is missing is told by its parent. */
function valueAt(body: Call['body'], param: string): unknown {
  let value: unknown = body
  for (const step of param.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const inner = (value as Record<string, unknown> | undefined)?.[step]
    if (inner === undefined) return value
    value = inner
  }
  return value
}
