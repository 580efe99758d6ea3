/** Two judges of a request body: the schema, used as in the harness, and the mock, without a socket. */
import { createGateway, demo, type RequestHead, wantsBody } from '../../mock/index.ts'
import { parseJson } from '../../suites/harness/http/exact-json.ts'
import { conforms } from '../../suites/harness/judge/schema.ts'

const gateway = createGateway()
const head: RequestHead = {
  method: 'POST',
  target: '/v1/chat/completions',
  header: (name) => ({ authorization: `Bearer ${demo.valid}`, 'content-type': 'application/json' })[name],
}

export function schemaAccepts(body: string): boolean {
  const parsed = parseJson(body)
  return parsed.ok && conforms('chat-completion-request', parsed.value)
}

/** The status that the mock responds with. */
export function mockStatus(body: string): number {
  const opening = gateway.begin(head)
  return (wantsBody(opening) ? opening.finish(body, Buffer.byteLength(body)) : opening).status
}

/** Whether the mock considers a body valid, even if its model is unknown or unavailable. */
export function mockAccepts(body: string): boolean {
  const status = mockStatus(body)
  if (status === 200 || status === 404 || status === 503) return true
  if (status === 400) return false
  throw new Error(`the mock returned ${status}`)
}
