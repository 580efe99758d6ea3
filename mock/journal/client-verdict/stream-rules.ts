import type { JournalEntry } from '../entry.ts'
import { about, type Evidence, type Facts, type FindingRule, named, type Observation, span } from './finding.ts'

/** Milliseconds that a connection may stay open after `[DONE]` or an abort, since some clients wait for its close. */
const SOON = 1_000

/** Milliseconds of silence after which a client should have given up. */
const FOREVER = 600_000

/** Milliseconds within which an abort reaches the gateway for certain. */
const NEWS = 100

/** The entries of an observed call. */
function entriesOf({ project, after, last }: Observation, { entries }: Facts): JournalEntry[] {
  return entries.filter(
    (entry) => entry.number > after && entry.number <= last && (project === undefined || entry.project === project),
  )
}

/** The last response of each successful call, if it had ended before the call did. */
function takenForSuccess(facts: Facts): JournalEntry[] {
  return facts.observations.flatMap((observation) => {
    const { outcome, alone, settled = 0 } = observation
    const own = outcome === 'fulfilled' && alone ? entriesOf(observation, facts) : []
    const last = own.at(-1)
    if (last?.ended === undefined || last.ended > settled) return []
    // The call may have returned its other response, as hedged requests do.
    return isBroken(last) && own.some((one) => one.route === last.route && isWhole(one)) ? [] : [last]
  })
}

const isWhole = ({ status, ending, done }: JournalEntry): boolean =>
  status === 200 && ending === 'complete' && done !== false

function isBroken({ status, stream, ending, done }: JournalEntry): boolean {
  return status === 200 && (ending === 'cut' || (stream && ending === 'complete' && done === false))
}

function heldIn({ entries }: Facts, lateToo: boolean): Evidence[] {
  const echoing = entries.filter(({ echoes }) => echoes !== undefined)
  if (echoing.length === 0) return []
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  return echoing.flatMap((entry) => {
    const broken = byNumber.get(entry.echoes as number)
    if (!broken || (broken.done === true) !== lateToo) return []
    const what = lateToo ? 'with the text that followed [DONE]' : 'with the text up to where it broke off'
    const words = `${named(entry)} goes on with #${broken.number}, ${what}`
    return [{ entries: [broken.number, entry.number], words }]
  })
}

function keptAfterAbort(observation: Observation, facts: Facts): Evidence[] {
  const { aborted, alone } = observation
  if (aborted === undefined || !alone) return []
  return entriesOf(observation, facts).flatMap((entry) => {
    const stayed = (entry.ended ?? facts.now) - aborted
    const least = entry.ending === 'complete' ? NEWS : SOON
    if (entry.at > aborted || stayed < least) return []
    const until = entry.ending === 'complete' ? 'the response had ended' : `${span(stayed)} later`
    return [about(entry, ` was still connected when ${until}`)]
  })
}

/** Rules for the behaviour of a client during a response, and for its interpretation of the response. */
export const streamRules: readonly FindingRule[] = [
  {
    id: 'broken-answer-accepted',
    level: 'breach',
    words: 'It accepted a response that broke off as complete (6.5).',
    mend: 'Treat a stream as complete only after [DONE]; raise an error otherwise.',
    find: (facts) =>
      takenForSuccess(facts)
        .filter(isBroken)
        .map((entry) =>
          about(entry, ` ${entry.ending === 'cut' ? 'was cut off' : 'ended without [DONE]'}, and the call succeeded`),
        ),
  },
  {
    // Not a breach: a client that knows of the break may ask for the rest.
    id: 'broken-answer-continued',
    level: 'warning',
    words: 'It continued a conversation with the text of a response that broke off, and probably took it for complete.',
    mend: 'Treat a stream as complete only after [DONE]. A client that knows of the break may ask for the rest.',
    find: (facts) => heldIn(facts, false),
  },
  {
    id: 'went-on-after-done',
    level: 'breach',
    words: 'It took text after [DONE] as part of the response (6.5).',
    mend: 'Stop reading at [DONE].',
    find: (facts) => heldIn(facts, true),
  },
  {
    id: 'stayed-after-done',
    level: 'warning',
    words: 'It stayed connected after [DONE], although the stream was over (6.5).',
    mend: 'Return at [DONE]; do not wait for the close of the connection.',
    find: ({ entries }) =>
      entries
        .filter(({ lingered = 0 }) => lingered >= SOON)
        .map((entry) => about(entry, `, for ${span(entry.lingered ?? 0)}`)),
  },
  {
    id: 'error-taken-for-success',
    level: 'warning',
    words: 'Its call succeeded although the last response was an error (7).',
    mend: 'Let the call fail if the response is an error, or say in the test why it may succeed.',
    find: (facts) =>
      takenForSuccess(facts)
        .filter(({ status }) => status >= 400)
        .map((entry) => about(entry, ` was ${entry.status}`)),
  },
  {
    id: 'connection-kept-after-abort',
    level: 'breach',
    words:
      'It kept the connection after the call was aborted, so that the response was produced and metered without a reader.',
    mend: 'Close the response, or hand the AbortSignal down to the request.',
    find: (facts) => facts.observations.flatMap((observation) => keptAfterAbort(observation, facts)),
  },
  {
    id: 'waited-forever',
    level: 'warning',
    words: 'It waited more than ten minutes for a silent gateway.',
    mend: 'Set a time limit for the pause between two chunks.',
    find: ({ entries, now }) =>
      entries.flatMap((entry) => {
        const silent = entry.hung === undefined ? 0 : (entry.ended ?? now) - entry.hung
        return silent > FOREVER ? [about(entry, `, for ${span(silent)}`)] : []
      }),
  },
]
