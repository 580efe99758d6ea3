/** `svc-conformance init`: a target file to begin with. */
import { existsSync } from 'node:fs'
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { faultOfBaseUrl } from '../../../suites/harness/target/base-url.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import { exitCodes } from '../../exit-codes.ts'
import { writeNamed } from '../../files.ts'
import { type Answers, asked, problemWithName, type Terminal } from './questions.ts'
import { furtherVariables, starterText } from './starter-file.ts'

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
    `The target file is ${out}. Set ${[keyName, ...further].join(', ')}${further.length > 0 ? ' (or drop their lines)' : ''}, and then:`,
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
