/** The two questions of `svc-conformance init`, and which answers are valid. It never asks for keys. */
import { createInterface } from 'node:readline/promises'
import { faultOfBaseUrl } from '../../../suites/harness/target/base-url.ts'

/** The input and output of the questions. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

export interface Answers {
  readonly baseUrl: string
  readonly keyName: string
}

export const DEFAULT_KEY_NAME = 'SVC_CONFORMANCE_KEY'

/** What is wrong with the name of a variable; undefined if it is valid. It may be a key, so it is never repeated. */
export function problemWithName(text: string): string | undefined {
  if (/^svc_/.test(text)) return 'looks like a key; give the name of the environment variable that holds it'
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? undefined
    : `is not a name of an environment variable; write it like ${DEFAULT_KEY_NAME}`
}

/**
 * Asks for unknown values, and again after an invalid answer.
 *
 * @returns undefined if the user has ended the input
 */
export async function asked(known: Partial<Answers>, { stdin, stdout }: Terminal): Promise<Answers | undefined> {
  const terminal = createInterface({ input: stdin, output: stdout })
  const left = new AbortController()
  terminal.once('close', () => left.abort())
  const ask = async (question: string, fault: (text: string) => string | undefined, none: string): Promise<string> => {
    for (;;) {
      const text = (await terminal.question(question, { signal: left.signal })).trim() || none
      const wrong = fault(text)
      if (wrong === undefined) return text
      stdout.write(`That ${wrong}.\n`)
    }
  }
  try {
    const baseUrl = known.baseUrl ?? (await ask('Base URL of the gateway, without /v1: ', faultOfBaseUrl, ''))
    const question = `Environment variable that holds the key (not the key itself) [${DEFAULT_KEY_NAME}]: `
    const keyName = known.keyName ?? (await ask(question, problemWithName, DEFAULT_KEY_NAME))
    return { baseUrl, keyName }
  } catch (error) {
    if (left.signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}
