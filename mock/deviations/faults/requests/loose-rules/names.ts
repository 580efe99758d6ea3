import type { Call } from '../../../../core/types.ts'
import { breaking } from '../../../deviation.ts'
import { type Exempt, letPass } from './let-pass.ts'

const KNOWN = new Set(['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'stream', 'n', 'stop'])
const OF_ANSWERS = new Set(['id', 'object', 'created', 'choices', 'usage', 'finish_reason', 'error', 'message'])

const named =
  (passes: (name: string) => boolean): Exempt =>
  (_, { param }) =>
    passes(param)

const placed =
  (at: number): Exempt =>
  (_, { param }, { body }: Call) =>
    Object.keys(body ?? {}).at(at) === param

/** Fields that pass because of their name, their position, or their neighbours (4.2, rule 1). */
export const faults = () => [
  breaking(['request-closed', 'stream-invalid-request'], {
    'lets-pass-unknown-empty-name': [
      'a field without a name is accepted',
      letPass(
        ['unknown'],
        named((name) => name === ''),
      ),
    ],
    'lets-pass-unknown-beyond-ascii': [
      'a field whose name is not ASCII is accepted',
      letPass(
        ['unknown'],
        named((name) => /[^\0-\x7f]/.test(name)),
      ),
    ],
    'lets-pass-unknown-long-name': [
      'a field with a name of more than forty characters is accepted',
      letPass(
        ['unknown'],
        named((name) => name.length > 40),
      ),
    ],
    'lets-pass-unknown-of-answers': [
      'fields of answers are accepted in requests',
      letPass(
        ['unknown'],
        named((name) => OF_ANSWERS.has(name)),
      ),
    ],
    'lets-pass-unknown-of-vendors': [
      'fields that begin as those of a vendor are accepted',
      letPass(
        ['unknown'],
        named((name) => /^(x[_-]|vendor_|extra_|openai_)/i.test(name)),
      ),
    ],
    'lets-pass-known-in-another-case': [
      'known fields are accepted in any case',
      letPass(
        ['unknown'],
        named((name) => KNOWN.has(name.toLowerCase())),
      ),
    ],
    'lets-pass-known-with-blanks': [
      'known fields are accepted with white space around them',
      letPass(
        ['unknown'],
        named((name) => KNOWN.has(name.trim())),
      ),
    ],
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'lets-pass-unknown-first': ['an unknown field is accepted before all others', letPass('unknown', placed(0))],
    'lets-pass-unknown-last': ['an unknown field is accepted after all others', letPass('unknown', placed(-1))],
    'lets-pass-unknown-beside-stop': [
      'an unknown field is accepted next to stop',
      letPass('unknown', (_, __, { body }) => body !== undefined && 'stop' in body),
    ],
  }),
]
