/** Runs the doctor on a gateway, and provides small servers for it to examine. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { examine } from '../../../cli/commands/doctor/examine.ts'
import { type Diagnosis, MAX_REQUESTS } from '../../../cli/commands/doctor/probe.ts'
import { targetFromFlags } from '../../../suites/harness/target/target-file.ts'
import { KEY } from './responding.ts'

/** The problems and notes of the doctor, as lines. */
export async function saidOf(
  baseUrl: string,
  key = KEY,
): Promise<{ lines: string[]; requests: number; all: readonly Diagnosis[] }> {
  const { diagnoses, requests } = await examine(targetFromFlags({ baseUrl, env: { SVC_CONFORMANCE_KEY: key } }))
  assert.ok(requests <= MAX_REQUESTS, `${requests} requests`)
  const shown = diagnoses.filter(({ verdict }) => verdict !== 'ok')
  for (const { verdict, found, mend } of shown) {
    if (verdict === 'problem') assert.ok(mend, found)
    assert.ok(!`${found}${mend}`.includes('not-a-real-secret'), found)
  }
  const lines = shown.map(({ about, verdict, found, mend }) => `${verdict} ${about}: ${found}; ${mend ?? ''}`)
  return { lines, requests, all: diagnoses }
}

/** Asserts that this is the only problem. */
export function single(lines: readonly string[], says: RegExp): void {
  const problems = lines.filter((line) => line.startsWith('problem '))
  assert.equal(problems.length, 1, lines.join('\n'))
  assert.match(problems[0] ?? '', says)
}

export const page =
  (status: number, title: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><title>${title}</title>`)

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A valid error body of a type, and a response with it. */
export const error = (type: string): object => ({ error: { message: 'No.', type, param: null, code: 'no' } })
export const refusal = (status: number, type = 'server_error', headers?: Record<string, string>): RequestListener =>
  json(status, error(type), headers)

export const redirect =
  (status: number, location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end()

/** Responds to one path with an empty model list, and to the others with 404. */
export const listAt =
  (path: string, headers: () => Record<string, string> = () => ({})): RequestListener =>
  ({ url }, response) =>
    void response
      .writeHead(url === path ? 200 : 404, headers())
      .end(url === path ? '{"object":"list","data":[]}' : '{}')
