import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { root } from '../../docs/snippets.ts'
import { pack } from '../package/packed.ts'
import { Image } from './image.ts'

interface Service {
  readonly build?: { readonly context: string }
  readonly image: string
  readonly command: readonly string[]
  readonly volumes: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only: boolean
  readonly stop_grace_period?: string
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly disable: boolean }
}

const folder = join(root, 'examples/docker')
const { services, volumes } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as {
  readonly services: { readonly mock: Service; readonly harness: Service }
  readonly volumes: Readonly<Record<string, null>>
}
const { mock, harness } = services
const packed = await pack()

test('both services use the image of this checkout, and the harness waits until the mock is healthy', () => {
  assert.ok(existsSync(join(folder, mock.build?.context ?? '-', 'Dockerfile')))
  assert.equal(mock.image, harness.image)
  assert.deepEqual(harness.depends_on, { mock: { condition: 'service_healthy' } })
  assert.deepEqual([mock.healthcheck, harness.healthcheck], [undefined, { disable: true }])
  assert.deepEqual([mock.read_only, harness.read_only], [true, true])
  for (const volume of harness.volumes) assert.ok(Object.hasOwn(volumes, volume.split(':')[0] ?? ''), volume)
})

test('the stop grace period is longer than the grace period of the mock', () => {
  const grace = Number(mock.command[mock.command.indexOf('--grace') + 1])
  assert.ok(Number.parseInt(mock.stop_grace_period ?? '', 10) > grace)
})

test('the mock starts with the command of its service, and the harness certifies it with its own command', async () => {
  using image = new Image(packed)
  const [from = '', to = ''] = mock.volumes[0]?.split(':') ?? []
  const gateway = await image.mock({ args: mock.command, mounts: { [to]: join(folder, from) } })
  const args = harness.command.map((word) => word.replace('http://mock:8080', gateway.url))
  assert.ok(args.includes(gateway.url))
  const run = await image.run({ args, env: harness.environment ?? {} })
  assert.equal(run.code, 0, run.out)
  assert.match(run.out, /^CONFORMANT: all \d+ requirements of profile core hold/m)
  assert.equal(harness.volumes[0]?.split(':')[1], '/certify')
  assert.ok(existsSync(image.inside('/certify/out/report.json')))
  gateway.kill('SIGTERM')
  assert.equal((await gateway.ended).code, 0)
})
