/** Runs CI scripts and commands of the documentation in a shell in which npx finds the checkout's command. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command, folder, main } from '../../cli/command.ts'
import { compileCache } from '../../compile-cache.ts'
import { type Ended, endOf } from '../drivers/child.ts'

const script = fileURLToPath(new URL('../../../.github/actions/certify/certify.sh', import.meta.url))

/** A folder for a job, where `npx [--yes | --no-install] svc-conformance[@version]` runs the checkout's command. */
export class Job {
  readonly place = folder()
  readonly #path: string

  constructor() {
    const programs = join(this.place, 'programs')
    mkdirSync(programs)
    const npx = join(programs, 'npx')
    writeFileSync(
      npx,
      `#!/bin/sh
case "$1" in --yes | --no-install) shift ;; esac
echo "$1" >"${this.place}/asked-for"
shift
if [ -n "$ASKED_ONLY" ]; then
  for each; do printf '%s\\0' "$each"; done >"$ASKED_ONLY"
  exit
fi
exec "${process.execPath}" "${main}" "$@"
`,
    )
    chmodSync(npx, 0o755)
    this.#path = [programs, dirname(process.execPath), process.env.PATH].join(delimiter)
  }

  /** The outputs as GitHub parses them: `name=value`, or `name<<end`, lines, `end`. The last value of a name wins. */
  outputs(): Record<string, string> {
    const found: Record<string, string> = {}
    const lines = this.read('output').split('\n')
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      const [, name = '', end] = /^([^=<]+)(?:<<(.+)|=)/.exec(line) ?? []
      if (name !== '')
        found[name] = end
          ? lines
              .splice(0, lines.indexOf(end) + 1)
              .slice(0, -1)
              .join('\n')
          : line
    }
    return found
  }

  /** The text of a file of the job; empty if the file does not exist. */
  read(name: string): string {
    const path = join(this.place, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }

  /** Runs a program in the folder. */
  run([file, ...args]: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Promise<Ended> {
    const own = { PATH: this.#path, SVC_CONFORMANCE_SEED: '20261121' }
    return endOf(spawn(file, args, { cwd: this.place, env: { ...compileCache, ...own, ...env } }))
  }

  /** Runs a shell line that ends with one call of the command: the line in the shell, the command in this process. */
  async line(
    text: string,
    env: Readonly<Record<string, string>>,
    shell: readonly [string, ...string[]] = ['sh', '-ec'],
  ): Promise<Ended> {
    const asked = join(this.place, 'programs', 'arguments')
    const before = await this.run([...shell, text], { ...env, ASKED_ONLY: asked })
    if (before.code !== 0 || !existsSync(asked)) return before
    const args = readFileSync(asked, 'utf8').split('\0').slice(0, -1)
    rmSync(asked)
    const { code, stdout, stderr } = await command(args, { cwd: this.place, env })
    return { code, out: before.out + stdout + stderr }
  }

  /** Runs the script as the action does, with these inputs. */
  action(inputs: Readonly<Record<string, string>>, key: string) {
    const given = {
      BASE_URL: '',
      TARGET: '',
      PROFILE: '',
      SET: '',
      BASELINE: '',
      WAIVERS: '',
      CERTIFICATE: '',
      TEST_RESULT: '',
      OUT: '',
      VERSION: 'latest',
      ARGS: '',
      ...inputs,
    }
    return this.run(['bash', script], {
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [`CERTIFY_${name}`, value])),
      RUNNER_TEMP: this.place,
      GITHUB_OUTPUT: join(this.place, 'output'),
      GITHUB_STEP_SUMMARY: join(this.place, 'summary'),
      SVC_CONFORMANCE_KEY: key,
    })
  }
}
