import type { Call } from '../../../core/types.ts'
import type { Fault } from '../../deviation.ts'
import { forgive } from '../../edits/decisions.ts'
import { RULES, unapplied } from '../breaks.ts'

const streams = (call: Call): boolean => call.body?.stream === true

/** Stands for a count of its own in each fault: a share of all requests would make it a matter of chance. */
const everyThird = (): boolean => false

function countingToThree(): () => boolean {
  let met = 0
  return () => ++met % 3 === 0
}

/** Where a rule may be forgotten while it holds elsewhere. */
const CONDITIONS: { name: string; where: string; when: (call: Call) => boolean; rules: string[] }[] = [
  {
    name: 'on-streams',
    where: 'in streaming requests',
    when: streams,
    rules: [
      'unknown',
      'model.required',
      'messages.few',
      'role.enum',
      'content.empty',
      'temperature.max',
      'top_p.min',
      'max_tokens.min',
      'exclusive',
      'n.max',
      'stop.many',
      'temperature.null',
      'message.unknown',
    ],
  },
  {
    name: 'on-plain-requests',
    where: 'in requests without stream',
    when: (call) => !streams(call),
    rules: [
      'unknown',
      'messages.few',
      'role.enum',
      'content.type',
      'temperature.type',
      'max_completion_tokens.min',
      'n.max',
      'stop.empty',
      'stop.null',
    ],
  },
  {
    name: 'for-second-project',
    where: 'in requests of the second project',
    when: ({ project }) => project?.ordinal === 1,
    rules: [
      'unknown',
      'content.empty',
      'temperature.max',
      'max_tokens.min',
      'exclusive',
      'stream_options.alone',
      'top_p.null',
    ],
  },
  {
    name: 'every-third-time',
    where: 'every third time that it is broken',
    when: everyThird,
    rules: ['unknown', 'temperature.max', 'role.enum', 'max_tokens.type', 'stop.type'],
  },
  {
    name: 'beside-many-messages',
    where: 'in requests with more than one message',
    when: ({ body }) => Array.isArray(body?.messages) && body.messages.length > 1,
    rules: ['content.empty', 'role.enum'],
  },
]

/** Rules that are applied in some places and forgotten in others. */
export const conditionalFaults = (): readonly Fault[] =>
  CONDITIONS.flatMap(({ name, where, when, rules }) =>
    rules.map(
      (rule): Fault => ({
        name: `forgets-${rule.replaceAll(/[._]/g, '-')}-${name}`,
        breaks: name === 'on-plain-requests' ? (RULES[rule] ?? []) : unapplied(rule),
        shows: `the rule ${rule} is not applied ${where}`,
        apply: forgive((problem) => problem.rule === rule, when === everyThird ? countingToThree() : when),
      }),
    ),
  )
