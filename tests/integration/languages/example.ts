/** Tests an example in another language: its tests pass, and detect mistakes of a client. */
import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { root } from '../../docs/snippets.ts'
import { Job } from '../action/job.ts'
import { environment, type Language, whyNot } from './toolchains.ts'

export interface Example {
  readonly language: Language
  /** Below examples/. */
  readonly folder: string
  readonly command: readonly [string, ...string[]]
  /** The output of its tests if all pass. */
  readonly passed: RegExp
  readonly client: string
  /** Code of the client, each with a mistake to replace it with. */
  readonly mistakes: Readonly<Record<string, string>>
  /** The output of its tests on the mistakes. */
  readonly found: readonly RegExp[]
}

const TOKEN = 'a-token-of-a-test-0123456789'

export function testExample({ language, folder, command, passed, client, mistakes, found }: Example): void {
  /** A copy in a folder where `npx svc-conformance` runs this checkout. */
  function copied(): Job {
    const why = whyNot(language)
    if (why !== undefined) throw new Error(why)
    const job = new Job()
    cpSync(join(root, 'examples', folder), job.place, { recursive: true })
    return job
  }

  const run = (job: Job, more: Readonly<Record<string, string>> = {}) => {
    const { PATH: _, ...env } = environment()
    return job.run(command, { ...env, NO_COLOR: '1', ...more })
  }

  test(`the example for ${language} starts a mock, and passes`, async () => {
    const { code, out } = await run(copied())
    assert.equal(code, 0, out)
    assert.match(out, passed)
  })

  test(`the example for ${language} uses a running mock, and detects mistakes of a client`, async () => {
    await using mock = await startMock({ admin: { token: TOKEN } })
    const job = copied()
    const file = join(job.place, client)
    const text = Object.entries(mistakes).reduce(
      (before, [right, wrong]) => {
        assert.ok(before.includes(right), right)
        return before.replace(right, wrong)
      },
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, text)
    const { code, out } = await run(job, {
      SVC_MOCK_URL: mock.url,
      SVC_MOCK_ADMIN_URL: mock.admin?.url ?? '',
      SVC_MOCK_ADMIN_TOKEN: TOKEN,
    })
    assert.equal(code, 1, out)
    for (const words of found) assert.match(out, words)
  })
}
