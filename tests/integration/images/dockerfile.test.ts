import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { readyMade } from '../../../cli/commands/mock/configuration.ts'
import { demoConfig, startMock } from '../../../mock/index.ts'
import { packagesOfTheCommand } from '../../../packaging/single-file/packages.ts'
import { root, snippetsOf } from '../../docs/snippets.ts'
import { pack } from '../package/packed.ts'
import { dockerfile, last, listAfter, stages } from './dockerfile.ts'
import { Image } from './image.ts'

const packed = await pack()

test('the Dockerfile is valid, and its base is the Node version that is tested here', () => {
  assert.deepEqual(validate(dockerfile), [])
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>
  }
  assert.match(dockerfile, new RegExp(`^ARG BASE=node:${packages['node_modules/node']?.version}-alpine$`, 'm'))
  assert.equal(stages.length, 3)
  for (const stage of stages) assert.match(stage, /^FROM \$\{BASE\}( AS \w+)?\n/)
})

test('the Dockerfile linter finds mistakes', () => {
  assert.notDeepEqual(validate(dockerfile.replace('WORKDIR /build', 'WORKDIRECTORY /build')), [])
})

test('the image runs as an unprivileged user, without dev dependencies and npm', () => {
  assert.match(last, /^USER [1-9]\d*:[1-9]\d*$/m)
  assert.ok(last.indexOf('USER ') < last.indexOf('ENTRYPOINT'))
  assert.match(last, /^COPY --from=dependencies \S+\/node_modules node_modules$/m)
  assert.match(stages[1] ?? '', /npm ci --omit=dev/)
  const [, removed = ''] = /&& rm -rf (.+)$/m.exec(stages[1] ?? '') ?? []
  assert.deepEqual(
    removed.split(' '),
    ['@playwright', 'playwright', 'playwright-core'].map((name) => `node_modules/${name}`),
  )
  assert.deepEqual(
    packagesOfTheCommand(root).filter((path) => removed.split(' ').some((gone) => path.startsWith(gone))),
    [],
  )
  assert.doesNotMatch(last, /\bnpm\b/)
  assert.match(last, /^STOPSIGNAL SIGTERM$/m)
})

test('copied files exist in the checkout, and .dockerignore does not exclude them', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').slice(0, -1),
  )
  assert.ok(copied.length > 5)
  for (const path of copied) assert.ok(existsSync(join(root, path.replace('*', ''))), path)
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').trimEnd().split('\n')
  const { files = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly files?: string[] }
  // Documentation and examples are in the package, not in the image.
  const inImage = files.filter((name) => !['dist', 'docs', 'examples'].includes(name))
  const needed = [...copied, ...inImage, 'packaging', 'mock']
  assert.deepEqual(
    left.filter((name) => needed.some((path) => path === name || path.startsWith(`${name}/`))),
    [],
  )
})

test('the Dockerfile is in the package, and needs no file that the package lacks', () => {
  const { files } = packed
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').slice(0, -1),
  )
  const missing = copied.filter(
    (path) => !files.some((file) => path === '.' || file === path || file.startsWith(`${path}/`)),
  )
  assert.ok(files.includes('Dockerfile'))
  assert.deepEqual([...new Set(missing)], ['package-lock.json*'])
  for (const [line] of dockerfile.matchAll(/^.*npm ci.*$/gm))
    assert.match(line, /if \[ -f package-lock\.json \]; then npm ci/)
  assert.match(dockerfile, /^RUN \[ -d dist \] \|\| npm run build$/m)
})

/** The commands of the page, as the arguments after the name of the image. */
const [built, served, certified] = snippetsOf('docs/mock-server.md')
  .filter(({ section, language }) => section === 'In a container' && language === 'sh')
  .flatMap(({ text }) => text.split('\n'))
  .map((line) => (/^docker .*?\bsvc-conformance ?(.*)$/.exec(line)?.[1] ?? line).split(' '))

test('the image serves and certifies with the commands of the page, as a user with one writable folder', async () => {
  using image = new Image(packed)
  assert.deepEqual([built, served], [['.'], ['']])
  const mock = await image.mock({ args: listAfter('CMD') })
  const { out } = await image.run({ args: ['mock', '--store', 'redis://127.0.0.1:1'] })
  assert.match(out, /store: cannot be used \(ECONNREFUSED\)/, 'the image contains the client of a store')
  const { status } = await fetch(`${mock.url}/v1/models`, {
    headers: { authorization: `Bearer ${demoConfig.projects.main?.keys[0]}` },
  })
  assert.equal(status, 401, 'no publicly known key')
  const [, key = ''] = await mock.until(/^ {2}valid +(\S+)\n/m)
  const args = (certified ?? []).map((word) => word.replace('"$BASE_URL"', mock.url))
  const run = await image.run({ args: [...args, '--profile', 'smoke'], env: { SVC_CONFORMANCE_KEY: key } })
  assert.equal(run.code, 0, run.out)
  assert.ok(existsSync(image.inside('/certify/out/report.json')))
  mock.kill('SIGTERM')
  assert.equal((await mock.ended).code, 0)
})

test('the admin API of the container for other languages requires the token', async () => {
  const lines = snippetsOf('docs/languages.md')
    .filter(({ section }) => section === 'In a container')
    .flatMap(({ text }) => text.split('\n'))
  const [, token = ''] = /SVC_MOCK_ADMIN_TOKEN=(\S+)/.exec(lines.join('\n')) ?? []
  const [, words = ''] = /--env SVC_MOCK_ADMIN_TOKEN svc-conformance (.+)/.exec(lines.join('\n')) ?? []
  using image = new Image(packed)
  const mock = await image.mock({ args: words.split(' '), env: { SVC_MOCK_ADMIN_TOKEN: token } })
  const [, port] = await mock.until(/The admin API listens at \S+:(\d+)\n/)
  const projects = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/projects`, { headers })
  assert.equal((await projects({})).status, 401)
  assert.equal((await projects({ authorization: `Bearer ${token}` })).status, 200)
  mock.kill('SIGTERM')
  await mock.ended
})

test('without a configuration, the image has no publicly known key, and the page publishes it on loopback', () => {
  const args = listAfter('CMD')
  assert.notEqual(readyMade(args[args.indexOf('--host') + 1] ?? ''), demoConfig)
  const compose = readFileSync(join(root, 'examples/docker/compose.yaml'), 'utf8')
  const published = [...`${dockerfile}${compose}`.matchAll(/--publish (\S+)|- (\S+:8080:\S+)/g)]
  assert.ok(published.length > 1)
  for (const [, flag, item] of published) assert.equal(flag ?? item, '127.0.0.1:8080:8080')
})

test('the health check succeeds only if the mock responds', async () => {
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
