import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Job } from '../integration/action/job.ts'
import { type Ended, watch } from '../integration/drivers/child.ts'
import { linkModules } from '../integration/drivers/project.ts'
import { mockForFile } from '../mock/asking.ts'
import { root, type Snippet, snippetsOf } from './snippets.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'docs/mock.md', 'docs/mock-in-tests.md']
const snippets = pages.flatMap(snippetsOf)

/** Commands that run elsewhere, or would start these tests again: each with the file that runs it. */
const elsewhere: Record<string, string> = {
  'npm ci && npm start': '.ci/run',
  'npm ci && npm test': '.ci/run',
  'npm run prove': '.ci/run',
}

const mock = await mockForFile()

describe('the snippets of the documentation', () => {
  const job = new Job()
  const folder = job.place
  linkModules(folder)

  const environment = (): Record<string, string> => ({
    BASE_URL: mock.url,
    SVC_CONFORMANCE_KEY: mock.demo.valid,
    SVC_CONFORMANCE_KEY_SECOND: mock.demo.second,
    SVC_CONFORMANCE_KEY_EMPTY: mock.demo.empty,
    SVC_CONFORMANCE_KEY_DISABLED: mock.demo.disabled,
    SVC_CONFORMANCE_KEY_LIMITED: mock.demo.limited,
  })

  function sh(text: string, stopAfter?: RegExp): Promise<Ended> {
    const line = text
      .replaceAll('npx svc-conformance', `"${process.execPath}" "${join(root, 'cli/main.ts')}"`)
      .replaceAll('--port 8080', '--port 0')
    const env = { ...process.env, ...environment() }
    const child = spawn('sh', ['-ec', line], { cwd: folder, detached: true, env, stdio: ['pipe', 'pipe', 'ignore'] })
    const { ended, until } = watch(child)
    // If it ends earlier, its outcome says more than the lack of a match.
    const stop = (): unknown => child.pid && process.kill(-child.pid, 'SIGTERM')
    if (stopAfter) until(stopAfter).then(stop, () => undefined)
    return ended
  }

  async function runsAs(snippet: Snippet): Promise<void> {
    if (/ mock\b/.test(snippet.text)) {
      const { out } = await sh(snippet.text, /curl -sS/)
      assert.match(out, /The mock listens at http:/, snippet.where)
      return
    }
    // The key of the example is made up: a key of the mock replaces it.
    const { code, out } = await job.line(snippet.text.replace(/^export SVC_CONFORMANCE_KEY=.*\n/m, ''), environment())
    const filtered = / --(requirement|suite) /.test(snippet.text)
    assert.equal(code, filtered ? 3 : 0, `${snippet.where}: exit code ${code}\n${out}`)
    if (!filtered) assert.match(out, /CONFORMANT/, snippet.where)
  }

  it('run unchanged', async () => {
    for (const [page, section, file] of [
      ['README.md', 'Certify a gateway', 'target.yaml'],
      ['docs/mock.md', 'Configuration', 'mock.yaml'],
    ] as const) {
      const blocks = snippetsOf(page).filter((one) => one.language === 'yaml' && one.section === section)
      assert.equal(blocks.length, 1)
      writeFileSync(join(folder, file), blocks[0]?.text ?? '')
    }
    const commands = snippets.filter(
      ({ language, text }) =>
        language === 'sh' && text.includes('npx svc-conformance') && !text.includes('gateway.example.com'),
    )
    assert.ok(commands.length >= 5)
    for (const snippet of commands)
      for (const line of snippet.text.includes('export') ? [snippet.text] : snippet.text.split('\n'))
        await runsAs({ ...snippet, text: line })
  })

  it('show at the top of the README what a run prints', async () => {
    const [command, shown] = snippetsOf('README.md')
    assert.deepEqual([command?.language, shown?.language], ['sh', 'text'])
    const broken = `${mock.url}/faults/stream-done-missing`
    const line = (command?.text ?? '').replace(/^export .*\n/, '').replace('https://gateway.example.com', broken)
    const { code, out } = await sh(line)
    assert.equal(code, 1, out)
    const printed = out.split('\n')
    const lines = (shown?.text ?? '').split('\n').filter((one) => one !== '…')
    assert.ok(lines.length >= 5)
    // Each line has to be printed exactly, in this order.
    const places = lines.map((one) => printed.indexOf(one))
    assert.ok(!places.includes(-1), `${lines[places.indexOf(-1)]}\n${out}`)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  })

  it('name only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const named = snippets.flatMap(({ text, where }) =>
      [...text.matchAll(/npm (?:run )?(start|test|check|prove|bench)\b/g)].map((match) => ({
        name: match[1] ?? '',
        where,
      })),
    )
    assert.ok(named.length > 5)
    for (const { name, where } of named) assert.ok(scripts[name], `${where}: npm run ${name}`)
    for (const [command, place] of Object.entries(elsewhere)) {
      assert.ok(
        snippets.some(({ text }) => text.includes(command)),
        command,
      )
      assert.ok(existsSync(join(root, place)), place)
    }
  })

  it('work as code: the mock in this process, and through msw', async () => {
    const [inProcess, project, throughMsw] = snippets.filter(({ language }) => language === 'ts')
    const script = (text: string): string =>
      text
        .replaceAll("'svc-conformance/mock'", `'${join(root, 'mock/index.ts')}'`)
        .replaceAll("'svc-conformance/msw'", `'${join(root, 'mock/msw.ts')}'`)
    writeFileSync(join(folder, 'in-process.mts'), script(inProcess?.text ?? ''))
    writeFileSync(join(folder, 'project.mts'), script(project?.text ?? ''))
    writeFileSync(
      join(folder, 'msw.mts'),
      `${script(throughMsw?.text ?? '')}
const response = await fetch('https://gateway.test/v1/models', { headers: { authorization: 'Bearer ${mock.demo.valid}' } })
console.log(response.status, (await response.json()).object)
server.close()`,
    )
    const node = `"${process.execPath}"`
    assert.deepEqual((await sh(`${node} in-process.mts`)).out.trim(), 'Hello')
    assert.deepEqual((await sh(`${node} project.mts`)).out.trim().split('\n'), ['429', 'Hello', 'terminated', 'true'])
    assert.deepEqual((await sh(`${node} msw.mts`)).out.trim(), '200 list')
  })
})
