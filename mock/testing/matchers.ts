import type { Unused } from '../core/types.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { requestLine } from './account.ts'

/** Requests to look for in a journal; what is left out may be anything. */
export interface Received {
  readonly model?: string
  readonly stream?: boolean
  readonly status?: number
  /** Exactly so many; at least one when it is left out. */
  readonly times?: number
}

interface Outcome {
  readonly pass: boolean
  message(): string
}

/** The matchers as `expect` offers them; for the declarations of your test runner. */
export interface GatewayMatchers<R = void> {
  /** The client has no breach, and with `strict` no warning either. Of a project, of a mock, or of a verdict. */
  toBehave(options?: { readonly strict?: boolean }): R
  /** Every step of the project's script was used. */
  toBeDrained(): R
  /** The journal of a project or of a mock has such requests. */
  toHaveReceived(wanted?: Received): R
}

/** For `expect.extend(gatewayMatchers)` of Playwright Test, vitest and jest alike. */
export const gatewayMatchers = {
  toBehave(
    received: Verdict | { verdict(): Verdict },
    { strict = false }: { readonly strict?: boolean } = {},
  ): Outcome {
    const verdict = 'findings' in received ? received : received.verdict()
    const pass = strict ? verdict.findings.length === 0 : verdict.ok
    return { pass, message: () => (pass ? `The client was expected to misbehave. ${verdict}` : verdict.toString()) }
  },

  toBeDrained(received: { unused(): readonly Unused[] }): Outcome {
    const waiting = received.unused().map(({ words }) => words)
    return {
      pass: waiting.length === 0,
      message: () =>
        waiting.length === 0
          ? 'The script was expected to have unused steps, and has none.'
          : `The script has unused steps: ${waiting.join('; ')}.`,
    }
  },

  toHaveReceived(received: { journal(): readonly JournalEntry[] }, { times, ...wanted }: Received = {}): Outcome {
    const entries = received.journal()
    const found = entries.filter((entry) => fits(entry, wanted)).length
    const pass = times === undefined ? found > 0 : found === times
    const expected = `${times ?? 'at least 1'} of ${JSON.stringify(wanted)}`
    const message = (): string =>
      `Expected ${pass ? 'anything but ' : ''}${expected}; found ${found} among ${entries.length} requests:\n${entries.map(requestLine).join('\n')}`
    return { pass, message }
  },
}

function fits(entry: JournalEntry, wanted: Omit<Received, 'times'>): boolean {
  return Object.entries(wanted).every(
    ([member, value]) => value === undefined || entry[member as keyof JournalEntry] === value,
  )
}
