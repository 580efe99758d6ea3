import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readyMade } from '../../cli/commands/mock/ready-made.ts'
import { demoConfig, loadConfig, startMock } from '../../mock/index.ts'
import { runMock } from '../cli/mock/running-mock.ts'
import { root } from './snippets.ts'

const folder = join(root, 'examples/docker')
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8')
const compose = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
  readonly services: {
    readonly mock: {
      readonly build: { readonly context: string; readonly dockerfile: string }
      readonly command: readonly string[]
      readonly volumes: readonly string[]
      readonly stop_grace_period: string
    }
  }
}
const { mock: service } = compose.services
const stages = dockerfile.split(/^(?=FROM )/m).slice(1)
const last = stages.at(-1) ?? ''

/** The list that an instruction of the image itself has as JSON. */
function listAfter(instruction: string): string[] {
  const [, json = '[]'] = new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(last) ?? []
  return JSON.parse(json) as string[]
}

test('the Dockerfile is one, and its base is the Node of this project', () => {
  assert.deepEqual(validate(dockerfile), [])
  assert.equal(stages.length, 3)
  for (const stage of stages) assert.match(stage, /^FROM node:24-alpine( AS \w+)?\n/)
})

test('the linter of the Dockerfile finds mistakes', () => {
  assert.notDeepEqual(validate(dockerfile.replace('WORKDIR /build', 'WORKDIRECTORY /build')), [])
})

test('the image runs as nobody in particular and has no dev dependencies', () => {
  assert.match(last, /^USER node$/m)
  assert.ok(last.indexOf('USER node') < last.indexOf('ENTRYPOINT'))
  assert.match(last, /^COPY --from=dependencies \S+\/node_modules node_modules$/m)
  assert.match(stages[1] ?? '', /npm ci --omit=dev/)
})

test('what is copied from the checkout is there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').slice(0, -1),
  )
  assert.ok(copied.length > 5)
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
})

test('the entry point and the composed command start the mock as they stand', async () => {
  const [node, main, name, ...args] = listAfter('ENTRYPOINT')
  assert.deepEqual([node, main, name], ['node', 'dist/cli/main.js', 'mock'])
  const ours = new Set(args.flatMap((word, at) => (word === '--port' || word === '--host' ? [at, at + 1] : [])))
  const inside = args.filter((_, at) => !ours.has(at))
  const mounts = service.volumes.map((volume) => volume.split(':'))
  const command = service.command.map((word) =>
    mounts.reduce((path, [from = '', to = '']) => path.replace(to, join(folder, from)), word),
  )
  const mock = await runMock([...inside, ...command])
  assert.equal((await fetch(`${mock.url}/healthz`)).status, 200)
  mock.kill('SIGTERM')
  assert.equal((await mock.ended).code, 0)
})

test('without a configuration the image has no key that everybody knows, and the page publishes it on loopback', () => {
  const args = listAfter('ENTRYPOINT')
  assert.notEqual(readyMade(args[args.indexOf('--host') + 1] ?? ''), demoConfig)
  for (const text of [dockerfile, JSON.stringify(service)])
    for (const [published] of text.matchAll(/(?:--publish |"ports":\[")[^\s"]+/g))
      assert.match(published, /127\.0\.0\.1:8080:8080$/)
})

test('the health check tells a mock that answers from one that does not', async () => {
  const [node, flag, script = ''] = listAfter('HEALTHCHECK')
  assert.deepEqual([node, flag], ['node', '-e'])
  const mock = await startMock()
  const code = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      spawn(process.execPath, ['-e', script.replace('8080', String(port))]).once('exit', resolve)
    })
  assert.equal(await code(mock.port), 0)
  await mock.close()
  assert.equal(await code(mock.port), 1)
})

test('the composition builds from the checkout, and gives open answers their time', () => {
  const { build, command, stop_grace_period } = service
  assert.ok(existsSync(join(folder, build.context, build.dockerfile)))
  const grace = Number(command[command.indexOf('--grace') + 1])
  assert.ok(Number.parseInt(stop_grace_period, 10) > grace)
  assert.deepEqual(Object.keys(loadConfig(join(folder, 'configuration/mock.yaml')).projects), ['team-a'])
})
