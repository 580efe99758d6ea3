/**
 * Certificates that earlier versions have written. One lies here, from the package that was packed of the commit below,
 * the first that signed. Where the history is at hand, that commit makes another.
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

/** A folder with the files of the committed certificate. */
function kept(): string {
  const place = folder()
  for (const name of names) copyFileSync(join(keptIn, name), join(place, name))
  return place
}

/** A folder with a certificate that the sources of the commit have made just now; undefined where there is no history. */
function madeByCommit(): string | undefined {
  if (spawnSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: root }).status !== 0) return undefined
  const [sources, place] = [folder(), folder()]
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'), 'junction')
  const keys = signingKeys(sources)
  copyFileSync(keys.public, join(place, 'public.pem'))
  const certificate = ['--certificate', join(place, 'certificate.json'), '--sign-key', 'key.pem']
  const args = ['cli/main.ts', 'run', '--profile', 'smoke', '--out', place, ...certificate]
  execFileSync(process.execPath, args, { cwd: sources, stdio: 'pipe' })
  rmSync(sources, { recursive: true })
  return place
}

async function asked(
  place: string,
  ...args: readonly string[]
): Promise<readonly [code: number | null, words: string]> {
  const certificate = join(place, 'certificate.json')
  const { code, stdout } = await command(['verify', certificate, '--public-key', join(place, 'public.pem'), ...args])
  const [word = ''] = stdout.split('\n').filter((line) => !line.startsWith('OF A LOOPBACK ADDRESS'))
  return [code, word.replace(/:.*/, '')]
}

/** Changes one byte of a file, and the file back when it was asked about. */
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

/** One digit of a text becomes another: what is JSON stays JSON. */
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
    'its payload, which is not JSON then',
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

/** Everything that is asked of a certificate of an earlier version. */
async function assertAuthenticAsItIs(place: string): Promise<void> {
  assert.deepEqual(await asked(place, '--authentic'), [0, 'AUTHENTIC'])
  const [code, word] = await asked(place)
  assert.ok([0, 5, 6].includes(code ?? -1), `${code} ${word}`)
  for (const [file, what, change] of changes) {
    await withByteChanged(join(place, file), change, async () => {
      assert.deepEqual(await asked(place, '--authentic'), [1, 'INVALID'], what)
      assert.deepEqual(await asked(place), [1, 'INVALID'], what)
    })
  }
}

test('a certificate of an earlier package is authentic, and with one byte changed it is not', async () => {
  const place = kept()
  await assertAuthenticAsItIs(place)
  assert.deepEqual(await asked(place), [5, 'AUTHENTIC, NOT RE-JUDGED'])
  assert.deepEqual(await asked(place, '--authentic', '--at', '2036-12-01'), [1, 'INVALID'])
})

test('what is asked with --authentic needs neither transcript nor report', async () => {
  const place = kept()
  for (const name of ['report.json', 'transcript.jsonl']) rmSync(join(place, name))
  assert.deepEqual(await asked(place, '--authentic'), [0, 'AUTHENTIC'])
  assert.equal((await asked(place))[0], 2)
})

test('a certificate that an earlier commit makes today is authentic, and with one byte changed it is not', async (context) => {
  const place = madeByCommit()
  context.diagnostic(
    place ? `made by ${COMMIT}` : 'the history is not here: only the committed certificate was looked at',
  )
  await assertAuthenticAsItIs(place ?? kept())
})
