import assert from 'node:assert/strict'
import type { JournalEntry, MockServer, ProjectHandle, ProjectOptions } from '../../../mock/index.ts'
import type { Ask, Client, ClientKind, Given } from './client.ts'

/** A client library and the means to open projects and clients for it. */
export interface Stage {
  readonly gateway: MockServer
  readonly kind: ClientKind
  project(options?: ProjectOptions): ProjectHandle
  client(project: ProjectHandle, settings?: { retries?: number; key?: string }): Client
}

export interface Scenario {
  readonly title: string
  run(stage: Stage): Promise<void>
}

export type How = 'complete' | 'stream' | 'stream with usage'

export function call(client: Client, how: How, ask: Ask = {}): Promise<Given> {
  return how === 'complete' ? client.complete(ask) : client.stream(ask, how === 'stream with usage')
}

export function exactly(count: number, project: ProjectHandle): readonly JournalEntry[] {
  const entries = project.journal()
  assert.equal(entries.length, count)
  return entries
}

export function behaves(project: ProjectHandle): void {
  const verdict = project.verdict()
  assert.deepEqual(verdict.findings, [], String(verdict))
}

export async function thrownBy(calling: Promise<unknown>): Promise<unknown> {
  const outcome = await calling.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  assert.ok(outcome, 'The call was expected to fail, but succeeded.')
  return outcome.error
}
