import type { Unused } from '../core/types.ts'
import { isOf, KIND_MEMBERS, type Kind } from '../journal/client-verdict/memory.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { members } from '../scripts/checks.ts'
import { requestLine } from './account.ts'

/** Requests to look for in a journal; absent members match anything. */
export interface Received {
  readonly model?: string
  readonly stream?: boolean
  readonly status?: number
  /** The exact number of requests; by default, at least one. */
  readonly times?: number
}

/** A receiver of requests: a project, or a mock. */
export interface Receiver {
  journal(): readonly JournalEntry[]
  /** Counts dropped requests too; without it, only the journal counts. */
  received?(kind?: Kind): number
}

interface Outcome {
  readonly pass: boolean
  message(): string
}

/** The matchers in the form that `expect` has them, for the declarations of your test runner. */
export interface GatewayMatchers<R = void> {
  /** Passes if a project, a mock or a verdict has no breach and, with `strict`, no warning either. */
  toBehave(options?: { readonly strict?: boolean }): R
  /** Passes if every step of the project's script was used. */
  toBeDrained(): R
  /** Passes if a project or a mock has received such requests, even if its journal has dropped them. */
  toHaveReceived(wanted?: Received): R
}

/**
 * Matchers for `expect.extend` of Playwright Test, vitest and jest.
 * @example expect.extend(gatewayMatchers)
 */
export const gatewayMatchers = {
  toBehave(received: Verdict | { verdict(): Verdict }, options: { readonly strict?: boolean } = {}): Outcome {
    const { strict = false } = members(options, 'toBehave()', ['strict'])
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

  toHaveReceived(received: Receiver, { times, ...wanted }: Received = {}): Outcome {
    members(wanted, 'toHaveReceived()', [...KIND_MEMBERS, 'times'])
    const entries = received.journal()
    const all = received.received?.() ?? entries.length
    const found = received.received?.(wanted) ?? entries.filter((entry) => isOf(entry, wanted)).length
    const pass = times === undefined ? found > 0 : found === times
    const expected = `${times ?? 'at least 1'} of ${JSON.stringify(wanted)}`
    const message = (): string =>
      `Expected ${pass ? 'anything but ' : ''}${expected}; found ${found} among ${all} requests${all > entries.length ? `, of which the journal has only the last ${entries.length}` : ''}:\n${entries.map(requestLine).join('\n')}`
    return { pass, message }
  },
}
