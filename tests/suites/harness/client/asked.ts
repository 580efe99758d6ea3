/** Clients that are closed after the test file, and the recorded exchange of one request. */
import { after } from 'node:test'
import { Client, type ClientOptions } from '../../../../suites/harness/client/client.ts'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { listModels, type Plan } from '../../../../suites/harness/http/request.ts'
import { defaultLimits, type TargetLimits } from '../../../../suites/harness/target/limits.ts'
import type { Target } from '../../../../suites/harness/target/target.ts'

export const KEY = 'svc_project1_averysecretsecret'

export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({ baseUrl, keys: { valid: KEY }, concurrency: 1, timeout: 60_000, ...options })
  after(() => client.close())
  return client
}

export const asked = (
  baseUrl: string,
  options?: Partial<ClientOptions>,
  plan?: Plan,
  paced = false,
): Promise<Exchange> => clientOf(baseUrl, options).send(identityOf('x/1'), plan ?? listModels(), paced)

/** A target with one key and nothing else. */
export const targetAt = (baseUrl: string, more: Partial<TargetLimits> = {}): Target => ({
  baseUrl,
  keys: { valid: KEY },
  models: {},
  provoke: {},
  limits: { ...defaultLimits(baseUrl), ...more },
})

/** The received part of a body, as text. */
export const textOf = ({ response }: Exchange): string => Buffer.from(response?.body ?? []).toString()
