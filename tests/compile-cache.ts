/**
 * Where Node keeps what it has compiled, so that the many processes of the tests start sooner. The runner sets it for
 * the files of tests; a test that starts a process with its own environment hands it on.
 */
import { fileURLToPath } from 'node:url'

const NAME = 'NODE_COMPILE_CACHE'

/** Next to what was installed, and removed together with it. */
export const compileCache: Readonly<Record<string, string>> = {
  [NAME]: process.env[NAME] ?? fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)),
}
