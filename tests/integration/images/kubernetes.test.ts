import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { folder as newFolder } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { pack } from '../package/packed.ts'
import { wordsAfter } from './dockerfile.ts'
import { Image } from './image.ts'

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}
interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly env?: readonly {
    readonly name: string
    readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
  }[]
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly securityContext: { readonly readOnlyRootFilesystem: boolean; readonly allowPrivilegeEscalation: boolean }
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
}
interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> }
  readonly spec: {
    readonly terminationGracePeriodSeconds?: number
    readonly restartPolicy?: string
    readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number }
    readonly containers: readonly [Container]
    readonly volumes: readonly {
      readonly name: string
      readonly secret?: { readonly secretName: string }
      readonly emptyDir?: object
    }[]
  }
}
interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>
    readonly ports?: readonly { readonly port: number; readonly targetPort: string }[]
    readonly template?: Pod
  }
}

const resources = ['mock.yaml', 'certify.yaml'].flatMap((name) =>
  parseAllDocuments(readFileSync(join(root, 'examples/kubernetes', name), 'utf8')).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS() as Resource
  }),
)

/** The only resource of this kind and name. */
function one(kind: string, name: string): Resource {
  const [found, ...more] = resources.filter((resource) => resource.kind === kind && resource.metadata.name === name)
  assert.ok(found && more.length === 0, `${kind} ${name}`)
  return found
}
function podOf({ spec }: Resource): Pod {
  assert.ok(spec?.template)
  return spec.template
}

const deployment = one('Deployment', 'svc-mock')
const pods = [podOf(deployment), podOf(one('Job', 'svc-certify'))] as const
const [mock, harness] = [pods[0].spec.containers[0], pods[1].spec.containers[0]]
const packed = await pack()
const folder = newFolder()

test('each resource has the right API version', () => {
  const kinds = resources.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
  assert.deepEqual(kinds, ['v1 Secret', 'v1 Service', 'apps/v1 Deployment', 'v1 Secret', 'batch/v1 Job'])
})

test('selectors, ports and probes refer to the mock', () => {
  const { labels } = pods[0].metadata
  const service = one('Service', 'svc-mock')
  assert.deepEqual(service.spec?.selector, labels)
  assert.deepEqual(deployment.spec?.selector, { matchLabels: labels })
  const [port] = mock.ports ?? []
  assert.equal(service.spec?.ports?.[0]?.targetPort, port?.name)
  assert.equal(String(port?.containerPort), mock.args[mock.args.indexOf('--port') + 1])
  for (const probe of [mock.startupProbe, mock.readinessProbe, mock.livenessProbe])
    assert.deepEqual(probe?.httpGet, { path: '/healthz', port: port?.name })
  const url = new URL(harness.args[harness.args.indexOf('--base-url') + 1] ?? '')
  assert.deepEqual([url.hostname, Number(url.port)], [service.metadata.name, service.spec?.ports?.[0]?.port])
})

test('both pods run the image as its user, with a read-only file system', () => {
  const [[user = '']] = wordsAfter('USER') as [string[]]
  for (const { spec } of pods) {
    const { image, securityContext, volumeMounts } = spec.containers[0]
    assert.equal(image, 'svc-conformance')
    assert.equal(spec.securityContext.runAsNonRoot, true)
    assert.equal(spec.securityContext.runAsUser, Number(user.split(':')[0]))
    assert.deepEqual([securityContext.readOnlyRootFilesystem, securityContext.allowPrivilegeEscalation], [true, false])
    for (const { name } of volumeMounts)
      assert.ok(
        spec.volumes.some((volume) => volume.name === name),
        name,
      )
  }
  const grace = Number(mock.args[mock.args.indexOf('--grace') + 1])
  assert.ok((pods[0].spec.terminationGracePeriodSeconds ?? 30) > grace)
  assert.equal(pods[1].spec.restartPolicy, 'Never')
})

test('the deployment serves with its secret, and the job certifies it with its own secret', async () => {
  using image = new Image(packed)
  const [volume] = pods[0].spec.volumes
  for (const [name, text] of Object.entries(one('Secret', volume?.secret?.secretName ?? '').stringData ?? {}))
    writeFileSync(join(folder, name), text)
  const { mountPath = '-' } = mock.volumeMounts.find(({ name }) => name === volume?.name) ?? {}
  const gateway = await image.mock({ args: mock.args, mounts: { [mountPath]: folder } })
  const env = (harness.env ?? []).map(({ name, valueFrom: { secretKeyRef } }) => [
    name,
    one('Secret', secretKeyRef.name).stringData?.[secretKeyRef.key],
  ])
  const args = harness.args.map((word) => word.replace('http://svc-mock:8080', gateway.url).replace(/^core$/, 'smoke'))
  const run = await image.run({ args, env: Object.fromEntries(env) })
  assert.equal(run.code, 0, run.out)
  gateway.kill('SIGTERM')
  assert.equal((await gateway.ended).code, 0)
})
