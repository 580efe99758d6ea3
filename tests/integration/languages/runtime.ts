/** Tests the mock in a JavaScript runtime other than Node, in code and as a command. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { demo } from '../../../mock/index.ts'
import { folder, main } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { program } from '../package/packed.ts'
import { environment, type Language, whyNot } from './toolchains.ts'

const PROGRAM = join(root, 'tests/integration/languages/in-a-runtime.ts')

/** @param words the command that runs a file in the runtime */
export function testRuntime(language: Language, words: readonly [string, ...string[]]): void {
  const [file, ...flags] = words
  const ready = (): void => {
    const why = whyNot(language)
    if (why !== undefined) throw new Error(why)
  }

  test(`${language} can run the mock with projects, scripts, streams, disturbances and admin API`, async () => {
    ready()
    const { code, out } = await program(folder(), file, [...flags, PROGRAM], environment())
    assert.equal(code, 0, out)
    assert.match(out, /^everything held$/m)
  })

  test(`svc-conformance mock runs on ${language}, and ends on SIGTERM`, async () => {
    ready()
    const path = join(folder(), 'ready.json')
    const args = [...flags, main, 'mock', '--port', '0', '--ready-file', path]
    const child = spawn(file, args, { cwd: folder(), env: environment(), stdio: 'ignore' })
    const ended = once(child, 'close')
    while (!existsSync(path) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 20))
    const { url, keys } = JSON.parse(readFileSync(path, 'utf8'))
    assert.equal(keys.valid, demo.valid)
    const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${keys.valid}` } })
    assert.equal(models.status, 200)
    await models.text()
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    assert.equal(existsSync(path), false)
  })

  test(`svc-conformance run on ${language} says that it needs Node`, async () => {
    ready()
    const { code, out } = await program(folder(), file, [...flags, main, 'run'], environment())
    assert.equal(code, 2, out)
    assert.match(out, /the command run needs Node 22\.19 or newer/)
  })
}
