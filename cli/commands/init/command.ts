/** `svc-conformance init`: writes a first target file. */
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { faultOfBaseUrl } from '../../../suites/harness/target/base-url.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import { exitCodes } from '../../exit-codes.ts'
import { writeNamed } from '../../files.ts'
import { furtherVariables, starterText } from './starter-file.ts'

/** The streams for the questions and the answers of the user. */
interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

interface Answers {
  readonly baseUrl: string
  readonly keyName: string
}

const DEFAULT_KEY_NAME = 'SVC_CONFORMANCE_KEY'

/** What is wrong with a variable name, if anything. Never quotes the text: the user may have pasted a key. */
function problemWithName(text: string): string | undefined {
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
async function asked(known: Partial<Answers>, { stdin, stdout }: Terminal): Promise<Answers | undefined> {
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

export interface InitOptions {
  readonly out: string
  readonly baseUrl?: string
  readonly keyEnv?: string
  readonly profile: Profile
  readonly force: boolean
}

async function answersFor({ baseUrl, keyEnv }: InitOptions, terminal: Terminal): Promise<Answers> {
  const wrongUrl = baseUrl === undefined ? undefined : faultOfBaseUrl(baseUrl)
  if (wrongUrl !== undefined) throw new UsageError(`--base-url ${wrongUrl}`)
  const wrongName = keyEnv === undefined ? undefined : problemWithName(keyEnv)
  if (wrongName !== undefined) throw new UsageError(`--key-env ${wrongName}`)
  if (baseUrl !== undefined && keyEnv !== undefined) return { baseUrl, keyName: keyEnv }
  const missing = [...(baseUrl === undefined ? ['--base-url'] : []), ...(keyEnv === undefined ? ['--key-env'] : [])]
  if (terminal.stdin.isTTY !== true || terminal.stdout.isTTY !== true)
    throw new UsageError(`there is no terminal for questions; give ${missing.join(' and ')}`)
  const answers = await asked(compact({ baseUrl, keyName: keyEnv }), terminal)
  if (!answers) throw new UsageError('no file was written, because a question was not answered')
  return answers
}

function nextSteps(out: string, keyName: string, profile: Profile): string {
  const target = `--target ${shellWord(out)}`
  const further = profile === 'full' ? Object.values(furtherVariables(keyName)) : []
  return [
    `The target file is ${out}. Set ${[keyName, ...further].join(', ')}${further.length > 0 ? ' (or remove the lines of all but the first)' : ''}, and then:`,
    `  ${PROGRAM} doctor ${target}`,
    `  ${PROGRAM} run ${target} --profile ${profile}`,
    '',
  ].join('\n')
}

/** Writes the file, prints the next steps, and gives the exit code. @throws UsageError */
export async function initCommand(options: InitOptions, terminal: Terminal): Promise<number> {
  const { out, profile, force } = options
  if (!force && existsSync(out))
    throw new UsageError(`${out} exists already; --force overwrites it, --out names another file`)
  const { baseUrl, keyName } = await answersFor(options, terminal)
  writeNamed(out, starterText({ baseUrl, keyName, profile }))
  terminal.stdout.write(nextSteps(out, keyName, profile))
  return exitCodes.conformant
}
