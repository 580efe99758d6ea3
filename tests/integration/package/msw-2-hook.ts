/** Resolves imports of msw to msw 2. */
import { createRequire, registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^msw(?=$|\/)/, 'msw-2'), context),
})

const { version } = createRequire(import.meta.url)('msw-2/package.json') as { version: string }
process.stdout.write(`# msw ${version}\n`)
