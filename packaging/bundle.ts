/**
 * Turns the compiled files into a package that starts quickly. It bundles them into a few files, because opening
 * hundreds of small ones takes most of a start, and adds the prepared files.
 *
 * Usage: `node packaging/bundle.ts [folder]`, where the folder of the compiled package defaults to `dist`.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, type Plugin, transformSync } from 'esbuild'
import { preparedDocuments } from '../cli/commands/openapi/documents.ts'
import { preparedYaml } from '../suites/harness/catalogue/our-yaml.ts'
import { preparedValidators } from '../suites/harness/catalogue/validators.ts'
import { BUILD_FILE } from '../suites/harness/catalogue/version.ts'
import { thisBuild } from './this-build.ts'

const dist = resolve(process.argv[2] ?? 'dist')
const root = join(import.meta.dirname, '..')
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

interface Room {
  /** The folders and files below dist that are bundled together. */
  readonly of: readonly string[]
  /** The entry points. All other code goes into chunks that they share. */
  readonly doors: readonly string[]
  /** The folder for the chunks. */
  readonly pieces: string
}

const mockDoors = ['mock/index', 'mock/metrics', 'mock/msw', 'mock/testing/index', 'mock/worker']
const rooms: readonly Room[] = [
  // A worker is started as a file next to the chunk that starts it.
  { of: ['mock'], doors: mockDoors, pieces: 'mock' },
  {
    of: ['schemas', 'suites', 'reporters', 'cli', 'playwright.config.js'],
    doors: [
      'cli/commands/proxy/judging/worker',
      'cli/main',
      'cli/playwright-setup',
      'playwright.config',
      'reporters/index',
      'reporters/playwright',
      'suites/conformance.spec',
      'suites/harness/index',
      'suites/index',
    ],
    pieces: 'pieces',
  },
]

/** Other code imports the mock only by its public entry point, as users do, so that each of its modules exists once. */
const mockByItsDoor: Plugin = {
  name: 'mock by its door',
  setup({ onResolve }) {
    const mock = join(dist, 'mock')
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path)
      if (resolveDir.startsWith(mock) || !file.startsWith(mock + sep)) return undefined
      // An exception: this module has no state, and users do not import it.
      if (file === join(mock, 'metrics.js')) return undefined
      if (file !== join(mock, 'index.js')) throw new Error(`${path} is not a door of the mock`)
      return { path: 'svc-conformance/mock', external: true }
    })
  },
}

const READ = /readFileSync\(new URL\('(\.[\w./-]+)', import\.meta\.url\), 'utf8'\)/g

/** Inlines scripts, style sheets and the store's script, which a checkout reads from disk, into their modules. */
const textsInside: Plugin = {
  name: 'texts inside',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const source = join(root, relative(dist, dirname(path)))
      const inside = (_: string, name: string): string => JSON.stringify(readFileSync(join(source, name), 'utf8'))
      const contents = readFileSync(path, 'utf8').replaceAll(READ, inside)
      if (contents.includes("import.meta.url), 'utf8')")) throw new Error(`${path} reads a file that the package lacks`)
      return { contents }
    })
  },
}

for (const { of, doors, pieces } of rooms) {
  const compiled = of.flatMap((name) =>
    name.endsWith('.js')
      ? [join(dist, name)]
      : globSync(`${name}/**/*.js`, { cwd: dist }).map((file) => join(dist, file)),
  )
  const { outputFiles } = await build({
    entryPoints: doors.map((door) => join(dist, `${door}.js`)),
    // Chunk names depend on paths. With this they do not depend on the folder of the checkout.
    absWorkingDir: dist,
    outbase: dist,
    outdir: dist,
    chunkNames: `${pieces}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    packages: 'external',
    plugins: [mockByItsDoor, textsInside],
    write: false,
    logLevel: 'warning',
  })
  for (const file of compiled) rmSync(file)
  mkdirSync(join(dist, pieces), { recursive: true })
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
}
rmSync(join(dist, 'mock/metrics.js'))

/** The type declarations that the entry points reach; all others are removed. */
const reached = new Set<string>()
function reach(file: string): void {
  if (reached.has(file)) return
  reached.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/["'](\.\.?\/[^"']+)\.[jt]s["']/g))
    reach(resolve(dirname(file), `${path}.d.ts`))
}
for (const door of Object.values(exports))
  if (typeof door !== 'string') reach(resolve(dist, '..', door.types.replace(/^.\/dist/, dist)))
for (const file of globSync('**/*.d.ts', { cwd: dist })) if (!reached.has(join(dist, file))) rmSync(join(dist, file))

mkdirSync(join(dist, 'prepared'), { recursive: true })
writeFileSync(join(dist, 'prepared', BUILD_FILE), JSON.stringify(thisBuild(root)))
for (const { name, make } of [...preparedYaml, ...preparedDocuments])
  writeFileSync(join(dist, 'prepared', name), make())
for (const { name, make } of preparedValidators)
  writeFileSync(join(dist, 'prepared', name), transformSync(make(), { format: 'cjs', minify: true }).code)
