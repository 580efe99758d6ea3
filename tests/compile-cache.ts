/**
 * The directory of Node's compile cache, which makes the many test processes start faster. The runner sets it for test
 * files; a test that starts a process with its own environment passes it on.
 */
import { fileURLToPath } from 'node:url'

const NAME = 'NODE_COMPILE_CACHE'

/** In node_modules, so that it is removed together with the installed packages. */
export const compileCache: Readonly<Record<string, string>> = {
  [NAME]: process.env[NAME] ?? fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)),
}
