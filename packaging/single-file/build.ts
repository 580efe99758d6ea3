/**
 * `npm run sea`: builds the command as one executable, with Node's single executable applications.
 *
 * Usage: `node packaging/single-file/build.ts [package] [output]`, by default the checkout and out/svc-conformance. If
 * this Node is too old to build, npm fetches another. The executable contains the Node that builds it; SEA_NODE names a
 * different one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { packed, START, startText } from './archive.ts'
import { packagesOfTheCommand } from './packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const suffix = process.platform === 'win32' ? '.exe' : ''
const [from = root, output = join(root, `out/svc-conformance${suffix}`)] = process.argv
  .slice(2)
  .map((path) => resolve(path))

/** The npm package that contains only Node, for this platform. */
const FETCHED = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const VERSION = '26'

const builds = (node: string): boolean => spawnSync(node, ['--help']).stdout.includes('--build-sea')

function nodeThatBuilds(scratch: string): string {
  const named = process.env.SEA_NODE ?? process.execPath
  if (builds(named)) return named
  writeFileSync(join(scratch, 'package.json'), '{ "private": true }')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${FETCHED}@${VERSION}`]
  execFileSync('npm', args, { cwd: scratch, stdio: 'inherit', shell: process.platform === 'win32' })
  return join(scratch, 'node_modules', FETCHED, 'bin', `node${suffix}`)
}

/** The Node for the executable. On Linux `strip`, if installed, removes the symbols, which are a fifth of its size. */
function withoutSymbols(node: string, scratch: string): string {
  const stripped = join(scratch, 'node')
  copyFileSync(node, stripped)
  const done = process.platform === 'linux' && spawnSync('strip', ['--strip-all', stripped]).status === 0
  return done ? stripped : node
}

/** The files that the command reads and runs, by path. */
function files(): Map<string, Buffer> {
  const ours = ['package.json', 'dist/**/*.{js,cjs,json}', 'schemas/**/*.{json,yaml,md}', 'suites/cases/*.yaml']
  const theirs = packagesOfTheCommand(root).map((path) => `${path}/**/*.{js,cjs,mjs,json}`)
  const read = (folder: string, globs: readonly string[]): [string, Buffer][] =>
    globSync(globs, { cwd: folder }).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path))])
  return new Map([...read(from, ours), ...read(root, theirs), [START, Buffer.from(startText)]])
}

const scratch = mkdtempSync(join(tmpdir(), 'svc-conformance-sea-'))
try {
  const node = nodeThatBuilds(scratch)
  buildSync({
    entryPoints: [join(root, 'packaging/single-file/main.ts')],
    outfile: join(scratch, 'main.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  writeFileSync(join(scratch, 'package.bin'), packed(files()))
  const config = {
    main: join(scratch, 'main.mjs'),
    mainFormat: 'module',
    executable: withoutSymbols(node, scratch),
    output,
    disableExperimentalSEAWarning: true,
    assets: { package: join(scratch, 'package.bin') },
  }
  writeFileSync(join(scratch, 'sea.json'), JSON.stringify(config))
  mkdirSync(dirname(output), { recursive: true })
  execFileSync(node, ['--build-sea', join(scratch, 'sea.json')], { stdio: 'inherit' })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
