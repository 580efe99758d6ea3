import type { BrokenRule, JournalEntry } from '../entry.ts'
import { about, type Evidence, type FindingRule } from './finding.ts'

type Row = Pick<FindingRule, 'words' | 'mend'>

/** Findings that depend on the codes of the rules that a request broke. */
const BY_CODE: Readonly<Record<string, Row & { readonly codes: readonly BrokenRule['code'][] }>> = {
  'unknown-field': {
    words: 'It sent fields outside the contract (4.2, rule 1).',
    mend: 'Leave these fields out; the contract has a closed list of them.',
    codes: ['unknown_field'],
  },
  'null-field': {
    words: 'It sent fields as null (4.2, rule 2).',
    mend: 'Leave a field without a value out.',
    codes: ['null_field'],
  },
  'both-max-fields': {
    words: 'It sent max_tokens together with max_completion_tokens (4.2, rule 3).',
    mend: 'Keep one of the two.',
    codes: ['exclusive_fields'],
  },
  'stream-options-without-stream': {
    words: 'It sent stream_options without "stream": true (4.2, rule 4).',
    mend: 'Send stream_options with streaming requests only.',
    codes: ['stream_options_without_stream'],
  },
  'invalid-request': {
    words: 'It sent requests that the tables of 4.2 and 2.3 do not allow.',
    mend: 'See the message of the 400: it names each parameter and what it may be.',
    codes: ['missing_field', 'wrong_type', 'out_of_range', 'invalid_value', 'empty_value', 'wrong_count'],
  },
  'body-not-json': {
    words: 'It sent a body that is not a JSON object in UTF-8 (4.2).',
    mend: 'Send one JSON object, whole.',
    codes: ['body_not_json'],
  },
  'body-too-large': {
    words: 'It sent a body of more than 1 MiB (4.2, rule 6).',
    mend: 'Shorten the conversation before it is sent; the limit counts bytes.',
    codes: ['body_too_large'],
  },
}

/** Findings that depend on the position of a key. */
const BY_PLACE: Readonly<Record<string, Row & { readonly place: JournalEntry['misplaced'] }>> = {
  'key-in-url': {
    words: 'It put a key into a URL (1), where logs of intermediaries keep it.',
    mend: 'Send the key in the header Authorization: Bearer and nowhere else; then replace the key that has leaked.',
    place: 'url',
  },
  'key-in-other-header': {
    words: 'It sent the key in a header such as x-api-key (5.1), which intermediaries do not treat as a secret.',
    mend: 'Send the key in the header Authorization: Bearer and nowhere else.',
    place: 'header',
  },
  'key-without-bearer': {
    words: 'It sent the key in Authorization, but not as Bearer and the plain key (5.1).',
    mend: 'Write Authorization: Bearer svc_<id>_<secret>.',
    place: 'scheme',
  },
  'key-in-browser': {
    words: 'It called from a web page with a key (1): every visitor of the page can read it.',
    mend: 'Let a server of yours hold the key and make the call.',
    place: 'browser',
  },
}

function byCode(codes: readonly BrokenRule['code'][]): FindingRule['find'] {
  return ({ entries }) =>
    entries.flatMap((entry): Evidence[] => {
      const params = entry.broken.filter(({ code }) => codes.includes(code)).map(({ param }) => param)
      if (params.length === 0) return []
      const shown = [...new Set(params)].filter(Boolean).join(', ')
      return [about(entry, shown && `: ${shown}`)]
    })
}

/** Rules about the requests themselves. */
export const requestRules: readonly FindingRule[] = [
  ...Object.entries(BY_CODE).map(
    ([id, { codes, ...row }]): FindingRule => ({ id, ...row, level: 'breach', find: byCode(codes) }),
  ),
  {
    id: 'unknown-route',
    level: 'breach',
    words: 'It called a path or a method that the service does not have (4).',
    mend: 'Call GET /v1/models and POST /v1/chat/completions only; the base URL of most clients has to end in /v1.',
    find: ({ entries }) =>
      entries
        .filter(({ route, error }) => route === 'unknown' && error?.kind === 'route_not_found')
        .map((entry) => about(entry, `: ${entry.method} ${entry.path ?? 'an unknown path'}`)),
  },
  ...Object.entries(BY_PLACE).map(
    ([id, { place, ...row }]): FindingRule => ({
      id,
      ...row,
      level: 'breach',
      find: ({ entries }) => entries.filter(({ misplaced }) => misplaced === place).map((entry) => about(entry)),
    }),
  ),
]
