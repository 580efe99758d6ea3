/** A folder with a shell in which npx finds the command of the checkout: for CI scripts and lines of the documentation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folder, main } from '../../cli/command.ts'
import { compileCache } from '../../compile-cache.ts'

const script = fileURLToPath(new URL('../../../.github/actions/certify/certify.sh', import.meta.url))

/** A folder for a job, and a PATH on which `npx [--yes] svc-conformance[@version]` is the command of the checkout. */
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
[ "$1" = --yes ] && shift
echo "$1" >"${this.place}/asked-for"
shift
exec "${process.execPath}" "${main}" "$@"
`,
    )
    chmodSync(npx, 0o755)
    this.#path = [programs, dirname(process.execPath), process.env.PATH].join(delimiter)
  }

  /** The text of a file of the job; empty where there is none. */
  read(name: string): string {
    const path = join(this.place, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }

  /** Runs a program there. */
  async run(
    args: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly out: string }> {
    const [file, ...rest] = args
    const child = spawn(file, rest, { cwd: this.place, env: { ...compileCache, PATH: this.#path, ...env } })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out }
  }

  /** Runs the script as the action does, with the inputs that are given. */
  action(inputs: Readonly<Record<string, string>>, key: string) {
    const given = {
      BASE_URL: '',
      TARGET: '',
      PROFILE: '',
      BASELINE: '',
      WAIVERS: '',
      CERTIFICATE: '',
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
