/** Tests an example with Testcontainers, which starts the mock in a container, with a fake container daemon. */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../docs/snippets.ts'
import { Job } from '../action/job.ts'
import { Daemon } from './daemon.ts'
import { environment, type Language, whyNot } from './toolchains.ts'

export function testContainers(
  language: Language,
  folder: string,
  command: readonly [string, ...string[]],
  passed: RegExp,
): void {
  test(`examples/${folder} starts a container, uses the mock in it with its token, and removes it`, async () => {
    const why = whyNot(language)
    if (why !== undefined) throw new Error(why)
    await using daemon = new Daemon()
    const job = new Job()
    cpSync(join(root, 'examples', folder), job.place, { recursive: true })
    const { PATH: _, ...env } = environment()
    const { code, out } = await job.run(command, {
      ...env,
      DOCKER_HOST: await daemon.listen(),
      // Ryuk is a second container, which removes the others after a killed run.
      TESTCONTAINERS_RYUK_DISABLED: 'true',
      SVC_MOCK_IMAGE: 'svc-conformance',
      GOPROXY: 'off',
    })
    assert.equal(code, 0, `${out}\n${daemon.strange.join('\n')}`)
    assert.match(out, passed)
    assert.deepEqual([daemon.started, daemon.running, daemon.strange], [1, 0, []])
  })
}
