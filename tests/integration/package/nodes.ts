/**
 * `npm run test:nodes`: installs the packed package and its dependencies from the registry, into an empty project and
 * into one with another version of Playwright. Tests it on every supported Node. No test depends on it: it downloads.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder as newFolder } from '../../cli/command.ts'
import { manifest, packInto, program } from './packed.ts'

/** Versions of the npm package `node`; the first is the oldest that package.json permits. */
const NODES = ['22.19.0', '22', '24', '26']
const OTHER_PLAYWRIGHT = '@playwright/test@1.50.0'

const scratch = newFolder()

/** Creates a project with these packages. */
function projectOf(name: string, ...packages: readonly string[]): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  // npm runs the install script of `node`, which fetches the binary, only with permission.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  for (const what of packages)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', what], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  return folder
}

const imports = Object.entries(manifest.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([door]) => `await import('${door.replace('.', manifest.name)}')\n`)

/** The Playwright that the package uses, inside its folder or next to it. */
function playwrightOf(project: string): string {
  const within = join(project, 'node_modules', manifest.name, 'node_modules')
  return join(existsSync(within) ? within : join(project, 'node_modules'), '@playwright', 'test', 'cli.js')
}

interface Try {
  readonly what: string
  readonly args: readonly string[]
}

function attemptsIn(project: string): readonly Try[] {
  writeFileSync(join(project, 'imports.mjs'), imports.join(''))
  const command = join(project, 'node_modules', '.bin', manifest.name)
  const config = join(project, 'node_modules', manifest.name, 'dist', 'playwright.config.js')
  return [
    { what: `${imports.length} imports`, args: ['imports.mjs'] },
    {
      what: 'run, profile full',
      args: [command, 'run', '--certificate', 'out/certificate.json'],
    },
    { what: 'verify', args: [command, 'verify', 'out/certificate.json', '--unsigned'] },
    { what: 'Playwright, profile full', args: [playwrightOf(project), 'test', '-c', config] },
  ]
}

const { tarball } = await packInto(scratch)
const projects = {
  'an empty project': projectOf('empty', tarball, 'msw@3'),
  [`a project with ${OTHER_PLAYWRIGHT}`]: projectOf('other', OTHER_PLAYWRIGHT, 'msw@2', tarball),
}
let failed = false
for (const version of NODES) {
  const node = join(projectOf(`node-${version}`, `node@${version}`), 'node_modules', '.bin', 'node')
  const { out: is } = await program(scratch, node, ['--version'])
  for (const [name, project] of Object.entries(projects))
    for (const { what, args } of attemptsIn(project)) {
      const { code, out } = await program(project, node, args)
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  Node ${is.trim()}, ${name}: ${what}\n`)
      if (code !== 0) process.stdout.write(out)
      failed ||= code !== 0
    }
}
process.exitCode = failed ? 1 : 0
