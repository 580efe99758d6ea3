import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { seal } from '../../../reporters/certificate/dsse.ts'
import { surveillanceOf } from '../../../reporters/certificate/surveillance.ts'
import { TrafficJudge } from '../../../suites/harness/traffic/judge.ts'
import { trafficReport } from '../../../suites/harness/traffic/report.ts'
import { command, folder } from '../command.ts'
import { NOW, other, release, signedBy } from './certificates.ts'

const place = folder()
const inPlace = (name: string, text: string | Buffer): string => {
  writeFileSync(join(place, name), text)
  return join(place, name)
}
const pem = inPlace('release.pub', release.publicKey.export({ type: 'spki', format: 'pem' }))
const certificate = inPlace('good.json', signedBy(release, {}))

function statement(statuses: readonly number[], url = 'https://gateway.example.com/'): string {
  const judge = new TrafficJudge()
  for (const status of statuses)
    judge.add({
      where: 'a',
      request: { method: 'GET', url: '/v1/models' },
      response: { status, mediaType: 'application/json' },
    })
  const report = trafficReport(judge.summary(), { strict: false, files: ['a'], unreadable: 0 })
  return JSON.stringify(surveillanceOf(report, url, 'a'.repeat(64), NOW))
}

const gate = (file: string, ...keys: readonly string[]) =>
  command(['gate', certificate, '--require', `surveillance=${file}`, ...keys, '--at', NOW.toISOString()])

test('traffic that broke nothing meets the demand, signed by a key of the gate or without keys', async () => {
  const signed = inPlace('signed.json', JSON.stringify(seal(statement([200]), release.privateKey)))
  assert.equal((await gate(signed, '--require', `key=${pem}`)).code, 0)
  assert.equal((await gate(inPlace('plain.json', statement([200])), '--unsigned')).code, 0)
})

test('a statement that is broken, empty, about another gateway or of another author is refused with the reason', async () => {
  const rows: readonly (readonly [text: string, expected: RegExp, ...keys: readonly string[]])[] = [
    [statement([418]), /the traffic broke models-statuses/, '--unsigned'],
    [statement([]), /nothing in the traffic could be judged/, '--unsigned'],
    [statement([200], 'https://b.example'), /it is about the traffic of https:\/\/b\.example/, '--unsigned'],
    [statement([200]), /no key of key= or keys= has signed it/, '--require', `key=${pem}`],
    [
      JSON.stringify(seal(statement([200]), other.privateKey)),
      /no key of key= or keys= has signed it/,
      '--require',
      `key=${pem}`,
    ],
  ]
  for (const [text, expected, ...keys] of rows) {
    const { code, stdout } = await gate(inPlace('s.json', text), ...keys)
    assert.equal(code, 1)
    assert.match(stdout, expected)
  }
  assert.equal((await gate(inPlace('s.json', '{}'), '--unsigned')).code, 2)
})
