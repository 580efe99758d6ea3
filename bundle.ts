/**
 * Joins the compiled files of the mock and of the command into few, since opening a hundred small ones takes most of
 * their start. The rest of the package stays as it was compiled: it looks for files beside its own.
 *
 * Usage: `node bundle.ts [folder]`; the folder of the compiled package is `dist` unless another one is named.
 */
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'

const dist = resolve(process.argv[2] ?? 'dist')

/** What is loaded from outside, by room: everything else goes into pieces that these share. */
const doors = {
  mock: ['index', 'msw', 'testing/index', 'worker'],
  cli: ['main', 'playwright-setup'],
} as const

/** Leaves what lies in other rooms where it is, so that each module of theirs exists once. */
function neighbours(room: string): Plugin {
  return {
    name: 'neighbours',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path)
        if (file.startsWith(room + sep)) return undefined
        return { path: relative(room, file).replaceAll(sep, '/'), external: true }
      })
    },
  }
}

for (const [name, entries] of Object.entries(doors)) {
  const room = join(dist, name)
  const compiled = globSync('**/*.js', { cwd: room }).map((file) => join(room, file))
  const { outputFiles } = await build({
    entryPoints: entries.map((entry) => join(room, `${entry}.js`)),
    outbase: room,
    outdir: room,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    packages: 'external',
    plugins: [neighbours(room)],
    write: false,
    logLevel: 'warning',
  })
  for (const file of compiled) rmSync(file)
  for (const { path, contents } of outputFiles) writeFileSync(path, contents)
}
