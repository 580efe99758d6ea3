import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { seal } from '../../../reporters/certificate/dsse.ts'
import { surveillanceOf } from '../../../reporters/certificate/surveillance.ts'
import { TrafficJudge } from '../../../suites/harness/traffic/judge.ts'
import { trafficReport } from '../../../suites/harness/traffic/report.ts'
import { exits, folder } from '../command.ts'
import { publicPem, written } from '../files.ts'
import { NOW, other, release, signedBy } from './certificates.ts'

const directory = folder()
const write = (name: string, text: string): string => written(join(directory, name), text)
const KEY = `key=${write('release.pub', publicPem(release.publicKey))}`
const certificate = write('good.json', signedBy(release, {}))

const URL = 'https://gateway.example.com/'

const LATER = '2026-11-25T00:00:00.000Z'

function statement(statuses: readonly number[], url = URL, last: string | null = LATER): string {
  const judge = new TrafficJudge()
  const request = { method: 'GET', url: '/v1/models' }
  for (const status of statuses) judge.add({ where: 'a', request, response: { status, mediaType: 'application/json' } })
  const report = trafficReport(judge.summary(), {
    ...{ strict: false, files: ['a'], unreadable: 0 },
    ...(last === null ? {} : { first: last, last }),
  })
  return JSON.stringify(surveillanceOf(report, url, 'a'.repeat(64), NOW))
}

const gate = (code: number, file: string, ...keys: readonly string[]) =>
  exits(code, ['gate', certificate, '--require', `surveillance=${file}`, ...keys, '--at', NOW.toISOString()])

test('clean traffic meets the demand, signed with a key of the gate or with --unsigned', async () => {
  const signed = write('signed.json', JSON.stringify(seal(statement([200]), release.privateKey)))
  await gate(0, signed, '--require', KEY)
  const plain = await gate(0, write('plain.json', statement([200])), '--unsigned')
  assert.match(plain.stdout, /traffic: 1 exchange judged, 2026-11-25T00:00:00\.000Z to 2026-11-25T00:00:00\.000Z$/m)
})

test('refuses a statement about broken, empty or foreign traffic, or without a trusted signature', async () => {
  const unsigned = /no key of key= or keys= has signed it/
  const rows: readonly (readonly [text: string, expected: RegExp, ...keys: readonly string[]])[] = [
    [statement([418]), /the traffic broke models-statuses/, '--unsigned'],
    [statement([]), /nothing in the traffic could be judged/, '--unsigned'],
    [statement([200], 'https://b.example'), /it is about the traffic of https:\/\/b\.example/, '--unsigned'],
    [
      statement([200], URL, '2019-01-01T00:00:00.000Z'),
      /its traffic ended 2019-.*, before the run began/,
      '--unsigned',
    ],
    [statement([200], URL, null), /its traffic has no times, so it may be older than the run/, '--unsigned'],
    [statement([200], URL, '2036-01-01T00:00:00.000Z'), /after the statement was made/, '--unsigned'],
    [statement([200]), unsigned, '--require', KEY],
    [JSON.stringify(seal(statement([200]), other.privateKey)), unsigned, '--require', KEY],
  ]
  for (const [text, expected, ...keys] of rows) {
    const { stdout } = await gate(1, write('s.json', text), ...keys)
    assert.match(stdout, expected)
  }
  await gate(2, write('s.json', '{}'), '--unsigned')
})
