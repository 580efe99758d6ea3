/** Compiles the package as it is published, and the processes of the bench, into a temporary folder. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a build reads. A copy is built, so that dist/ of the checkout does not change. */
const SOURCES = ['schemas', 'suites', 'mock', 'reporters', 'cli', 'bench', 'playwright.config.ts', 'packaging']
const SETTINGS = ['package.json', 'tsconfig.json']

export type Built = ReturnType<typeof build>

export function build() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  for (const name of [...SOURCES, ...SETTINGS]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const processes = {
    extends: './tsconfig.json',
    compilerOptions: { outDir: 'dist-bench' },
    include: ['bench/mock/processes'],
  }
  writeFileSync(join(folder, 'tsconfig.bench.json'), JSON.stringify(processes))
  run('npm', ['run', 'build', '--silent'], folder)
  run(join(folder, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.bench.json'], folder)
  const ours = (name: string): string => join(folder, 'dist-bench/bench/mock/processes', `${name}.js`)
  return {
    folder,
    /** The command, as `npx` starts it. */
    cli: join(folder, 'dist/cli/main.js'),
    /** The entry point of the in-process mock, as `import` finds it. */
    door: pathToFileURL(join(folder, 'dist/mock/index.js')).href,
    /** The path of a bench process, by its name. */
    process: ours,
    /** The module to preload in a server. */
    meter: pathToFileURL(ours('meter')).href,
    /** Writes a file into the temporary folder, and returns its path. */
    file(name: string, text: string): string {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    },
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
}
