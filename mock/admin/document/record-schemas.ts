import { count, flag, list, object, oneOf, ref, type Schema, text } from './building.ts'

const moment = { type: 'number', description: 'Milliseconds since the epoch on the clock of the gateway.' }
const span = { type: 'number', minimum: 0, description: 'Milliseconds.' }

const ALWAYS = {
  number: count('Which entry of this journal it is.', 1),
  at: moment,
  answered: moment,
  method: text(),
  route: oneOf('models', 'completion', 'unknown'),
  status: count(undefined, 100),
  stream: flag(),
  requestBytes: count(),
  answerBytes: count(),
  chunks: count('In how many writes the body went out.'),
  ending: oneOf('complete', 'aborted', 'cut', 'open'),
  broken: list(object({ code: text(), param: text() })),
  oddities: list(text('A fault, a variant or a disturbance that had a hand in it.')),
}

const SOMETIMES = {
  id: text('The value of x-svc-request-id.'),
  ended: moment,
  path: text('Where it is of a known form; never with a query.'),
  project: text(),
  model: text('A model of the catalog.'),
  done: flag('Whether the stream had its [DONE].'),
  hung: moment,
  lingered: span,
  error: object({ kind: text(), code: text() }),
  retryAfter: count('Seconds.'),
  retryCount: count(),
  misplaced: oneOf('url', 'header', 'scheme', 'browser'),
  repeats: object(
    {
      of: count(undefined, 1),
      status: count(),
      retryAfter: count(),
      waited: span,
      depth: count(undefined, 1),
      since: span,
    },
    ['retryAfter'],
  ),
  echoes: count('An entry whose broken stream stands in this request.', 1),
  bodies: object({ request: text(), answer: text() }, ['request']),
}

/** Journal and verdict. */
export const recordSchemas = {
  JournalEntry: {
    description:
      'One request and its answer, without prompt, answer or key. Bodies only where the mock was told to keep them.',
    ...object({ ...ALWAYS, ...SOMETIMES }, Object.keys(SOMETIMES)),
  },
  Journal: object({ entries: list(ref('JournalEntry')), more: flag('Whether later entries are left out.') }),
  Verdict: object({
    ok: flag('Whether there is no breach.'),
    findings: list(
      object({
        id: text('Stable.'),
        level: oneOf('breach', 'warning'),
        words: text('What is wrong.'),
        evidence: list(object({ entries: list(count(undefined, 1)), words: text() })),
        mend: text('How to mend the client.'),
      }),
    ),
    requests: count('From how many requests it was drawn.'),
  }),
} satisfies Record<string, Schema>
