/**
 * `npm run site`: builds the documentation, with two example reports from real runs, as a site in out/site. It needs no
 * network once VitePress is installed.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXAMPLES, pagesOf } from './pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = fileURLToPath(new URL('./', import.meta.url))
const source = join(here, 'node_modules', '.pages')

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

const vitepress = join(here, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
if (!existsSync(vitepress)) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here)
rmSync(source, { recursive: true, force: true })
for (const [path, text] of pagesOf(root)) {
  mkdirSync(dirname(join(source, path)), { recursive: true })
  writeFileSync(join(source, path), text)
}
cpSync(join(root, 'docs', 'pictures'), join(source, 'docs', 'pictures'), { recursive: true })
run(process.execPath, [join(root, 'tests', 'integration', 'browser', 'pictures.ts'), '--examples'], root)
for (const name of EXAMPLES)
  cpSync(join(root, 'out', 'examples', `${name}.html`), join(source, 'public', 'examples', `${name}.html`))
run(process.execPath, [vitepress, 'build', '.'], here)
