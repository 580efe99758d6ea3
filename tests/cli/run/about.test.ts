import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { playwright } from '../../integration/drivers/playwright.ts'
import { exits, folder, withKey } from '../command.ts'
import { jsonAt, reportIn, targetFile, textAt } from '../files.ts'

const DIGEST = '13579bdf02468ace'.repeat(4)
const IMAGE = `registry.example.com/edge@sha256:${DIGEST}`

test('--about overrides the target file, and report, certificate, badge and verify show the declaration', async () => {
  await using mock = await startMock()
  const out = folder()
  const certificate = join(out, 'certificate.json')
  const about19 = 'about: { product: Edge, version: "1.9", labels: { team: edge, ring: "1" } }'
  const target = targetFile(`base_url: ${mock.url}\nkeys: { valid: "\${KEY}" }\n${about19}\n`)
  const flags = ['version=1.10', 'image=${IMAGE}', 'contact=a=b', 'labels.ring=2'].flatMap((text) => ['--about', text])
  const args = ['run', '--target', target, '--profile', 'smoke', ...flags, '--out', out]
  const env = { KEY: mock.demo.valid, IMAGE }
  const ran = await exits(0, [...args, '--certificate', certificate, '--reporter', 'badge,badge-svg'], { env })
  const about = { product: 'Edge', version: '1.10', image: IMAGE, contact: 'a=b', labels: { ring: '2', team: 'edge' } }
  assert.deepEqual(reportIn(out).target.declared, { about })
  const line = `declared: product Edge · version 1.10 · image ${IMAGE} · contact a=b · labels.ring 2 · labels.team edge`
  assert.ok(ran.stdout.includes(`\n${line}\n`), ran.stdout)
  const statement = jsonAt<Statement>(certificate)
  assert.deepEqual(statement.subject[1], { name: 'registry.example.com/edge', digest: { sha256: DIGEST } })
  const until = `contract 1.0 · smoke · loopback · until ${statement.predicate.expires.slice(0, 10)}`
  const { message } = jsonAt<{ message: string }>(out, 'badge.json')
  assert.equal(message, until)
  assert.ok(textAt(out, 'badge.svg').includes(until))
  const page = textAt(out, 'report.html')
  const digest = createHash('sha256').update(textAt(out, 'report.json')).digest('hex')
  for (const text of ['<b>Edge 1.10</b>', `<b>${statement.predicate.expires.slice(0, 10)}</b>`, digest])
    assert.ok(page.includes(text), text)
  const verified = await exits(0, ['verify', certificate, '--unsigned'])
  assert.ok(verified.stdout.includes(`\n  ${line}. The certificate states this as it was declared: `), verified.stdout)
})

test('both drivers write the same declaration, also for the built-in mock', async () => {
  const [own, theirs] = [folder(), folder()]
  const declared = ['--about', 'version=1.10', '--about', 'labels.team=edge']
  await exits(0, ['run', '--profile', 'smoke', ...declared, '--out', own])
  const settings = { profile: 'smoke', about: { labels: { team: 'edge' }, version: '1.10' } }
  const { report, output } = await playwright(theirs, settings, {}, ['--workers', '1'])
  const declaration = reportIn(own).target.declared ?? assert.fail(output)
  assert.equal(JSON.stringify(report().target.declared), JSON.stringify(declaration))
})

const KEY = 'svc_main_f0rb1dden-w0rd'
const mistakes: readonly (readonly [title: string, flags: readonly string[], says: string])[] = [
  ['an unknown name', ['vesion=1'], '--about vesion: is unknown here; did you mean version?'],
  ['no value', ['version='], '--about version: is empty'],
  ['a text without a name', ['1.4.2'], '--about: expected NAME=VALUE, such as'],
  ['labels without a name', ['labels=a'], '--about labels: must be a mapping'],
  ['a label without a name', ['labels.=a'], '--about labels.: is not a name of a label; '],
  ['a label that is a prototype', ['labels.__proto__=a'], '--about labels.__proto__: is not a name of a label; '],
  ['the same name twice', ['version=1', 'version=2'], '--about version: given twice; give it once'],
  ['an image without a digest', ['image=edge:1'], '--about image: must be an image with its digest; '],
  ['a variable that is not set', ['version=${NO}'], '--about version: needs the environment variable NO, which is not'],
  ['the key', ['contact=${SVC_CONFORMANCE_KEY}'], '--about contact: contains a secret, but reports show it; '],
  ['the key as a name', [`labels.${KEY}=a`], ' contains a secret, but reports show it; '],
  ['the value of a header', ['contact=fr0nt-d00r-4711'], '--about contact: contains a secret, but reports show it; '],
]
for (const [title, flags, says] of mistakes)
  test(`${title} is rejected before the run: exit code 2`, async () => {
    const given = flags.flatMap((text) => ['--about', text])
    const args = ['run', '--base-url', 'http://127.0.0.1:9', '--header', 'x-front: fr0nt-d00r-4711', ...given]
    const { stdout, stderr } = await exits(2, args, withKey(KEY))
    assert.equal(stdout, '')
    assert.ok(stderr.includes(says), stderr)
    assert.ok(!/f0rb1dden|fr0nt-d00r/.test(stderr), stderr)
  })
