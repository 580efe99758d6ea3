/**
 * Certificates of earlier versions. One is committed here, made by a package of the commit below, the first that signed
 * certificates. If the Git history is available, that commit makes another one.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Envelope } from '../../../reporters/certificate/dsse.ts'
import { command, folder } from '../command.ts'
import { signingKeys } from '../files.ts'

const COMMIT = '8b2b51855f37249d2dc203ce09e2436d700d2ea3'
const root = fileURLToPath(new URL('../../../', import.meta.url))
const names = ['certificate.json', 'report.json', 'transcript.jsonl', 'public.pem'] as const
const keptIn = fileURLToPath(new URL('earlier/', import.meta.url))

/** Copies the committed certificate and its files into a new folder. */
function kept(): string {
  const dir = folder()
  for (const name of names) copyFileSync(join(keptIn, name), join(dir, name))
  return dir
}

/** A folder with a new certificate made by the sources of the commit; undefined without the Git history. */
function madeByCommit(): string | undefined {
  if (spawnSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root }).status !== 0) return undefined
  const [sources, dir] = [folder(), folder()]
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction')
  const keys = signingKeys(sources)
  copyFileSync(keys.public, join(dir, 'public.pem'))
  const certificate = ['--certificate', join(dir, 'certificate.json'), '--sign-key', 'key.pem']
  const args = ['cli/main.ts', 'run', '--profile', 'smoke', '--out', dir, ...certificate]
  execFileSync(process.execPath, args, { cwd: sources, stdio: 'pipe' })
  rmSync(sources, { recursive: true })
  return dir
}

async function verdictOn(
  dir: string,
  ...args: readonly string[]
): Promise<readonly [code: number | null, words: string]> {
  const certificate = join(dir, 'certificate.json')
  const { code, stdout } = await command(['verify', certificate, '--public-key', join(dir, 'public.pem'), ...args])
  const [word = ''] = stdout.split('\n').filter((line) => !line.startsWith('OF A LOOPBACK ADDRESS'))
  return [code, word.replace(/:.*/, '')]
}

/** Changes a file while `ask` runs, and restores it afterwards. */
async function withByteChanged(
  path: string,
  change: (bytes: Buffer) => Buffer,
  ask: () => Promise<void>,
): Promise<void> {
  const bytes = readFileSync(path)
  const changed = change(Buffer.from(bytes))
  assert.notDeepEqual(changed, bytes)
  writeFileSync(path, changed)
  await ask()
  writeFileSync(path, bytes)
}

/** Changes one digit, so that JSON stays JSON. */
function otherDigit(bytes: Buffer): Buffer {
  const at = bytes.findLastIndex((byte) => byte >= 0x30 && byte <= 0x38)
  bytes[at] = (bytes[at] ?? 0) + 1
  return bytes
}

const otherByte = (bytes: Buffer): Buffer => Buffer.from(bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1))

const inEnvelope = (change: (envelope: Envelope) => Partial<Envelope>) => (bytes: Buffer) => {
  const envelope = JSON.parse(bytes.toString('utf8')) as Envelope
  return Buffer.from(JSON.stringify({ ...envelope, ...change(envelope) }))
}

const inBase64 = (text: string, change: (bytes: Buffer) => Buffer): string =>
  change(Buffer.from(text, 'base64')).toString('base64')

const changes: readonly (readonly [file: (typeof names)[number], what: string, change: (bytes: Buffer) => Buffer])[] = [
  ['certificate.json', 'its payload', inEnvelope(({ payload }) => ({ payload: inBase64(payload, otherDigit) }))],
  [
    'certificate.json',
    'its payload to invalid JSON',
    inEnvelope(({ payload }) => ({ payload: inBase64(payload, otherByte) })),
  ],
  [
    'certificate.json',
    'its signature',
    inEnvelope(({ signatures }) => ({
      signatures: signatures.map((each) => ({ ...each, sig: inBase64(each.sig, otherByte) })),
    })),
  ],
  ['transcript.jsonl', 'the transcript', otherDigit],
  ['report.json', 'the report', otherDigit],
]

/** Asserts that the certificate is authentic, and invalid after each change. */
async function assertAuthenticAsItIs(dir: string): Promise<void> {
  assert.deepEqual(await verdictOn(dir, '--authentic'), [0, 'AUTHENTIC'])
  const [code, word] = await verdictOn(dir)
  assert.ok([0, 5, 6].includes(code ?? -1), `${code} ${word}`)
  for (const [file, what, change] of changes) {
    await withByteChanged(join(dir, file), change, async () => {
      assert.deepEqual(await verdictOn(dir, '--authentic'), [1, 'INVALID'], what)
      assert.deepEqual(await verdictOn(dir), [1, 'INVALID'], what)
    })
  }
}

test('a certificate of an earlier package is authentic, and invalid with one byte changed', async () => {
  const dir = kept()
  await assertAuthenticAsItIs(dir)
  assert.deepEqual(await verdictOn(dir), [5, 'AUTHENTIC, NOT RE-JUDGED'])
  assert.deepEqual(await verdictOn(dir, '--authentic', '--at', '2036-12-01'), [1, 'INVALID'])
})

test('verify --authentic needs neither transcript nor report', async () => {
  const dir = kept()
  for (const name of ['report.json', 'transcript.jsonl']) rmSync(join(dir, name))
  assert.deepEqual(await verdictOn(dir, '--authentic'), [0, 'AUTHENTIC'])
  assert.equal((await verdictOn(dir))[0], 2)
})

test('a new certificate of an earlier commit is authentic, and invalid with one byte changed', async (context) => {
  const dir = madeByCommit()
  context.diagnostic(
    dir ? `made by ${COMMIT}` : 'the history is not here: only the committed certificate was looked at',
  )
  await assertAuthenticAsItIs(dir ?? kept())
})
