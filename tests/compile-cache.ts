/**
 * Where Node keeps what it has compiled, so that the many processes of the tests start sooner. The runner sets it for
 * the files of tests; a test that starts a process with an environment of its own hands it on.
 */
import { fileURLToPath } from 'node:url'

const NAME = 'NODE_COMPILE_CACHE'

/** Beside what was installed: it is thrown away together with it. */
export const compileCache: Readonly<Record<string, string>> = {
  [NAME]: process.env[NAME] ?? fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)),
}
