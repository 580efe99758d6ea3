import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { judgeTo } from '../../cli/proxy/passing.ts'
import { steppedGateway } from '../drivers/stepped-gateway.ts'
import { testExample } from './example.ts'
import { environment, python, whyNot } from './toolchains.ts'

testExample({
  language: 'openai',
  folder: 'pytest',
  command: [python, '-m', 'pytest', '-q', 'test_openai.py'],
  passed: /^4 passed/m,
  client: 'test_openai.py',
  // Without retries, the library fails where it should wait.
  mistakes: { 'max_retries=2': 'max_retries=0' },
  found: [/RateLimitError/, /^1 failed, 3 passed/m],
})

/** Prints the length of each piece that it reads, and only then makes the gateway send the next one. */
const CLIENT = `
import sys, openai
try: import httpx2 as httpx
except ImportError: import httpx
class Stream(httpx.SyncByteStream):
    def __init__(self, inner): self.inner = inner
    def __iter__(self):
        for piece in self.inner:
            print(len(piece))
            yield piece
            httpx.get(sys.argv[2], trust_env=False)
    def close(self): self.inner.close()
class Transport(httpx.HTTPTransport):
    def handle_request(self, request):
        response = super().handle_request(request)
        return httpx.Response(response.status_code, headers=response.headers, stream=Stream(response.stream), extensions=response.extensions)
client = openai.OpenAI(base_url=sys.argv[1] + '/v1', api_key='svc_a_secret-of-this-test', max_retries=0, http_client=httpx.Client(transport=Transport(), trust_env=False))
messages = [{'role': 'user', 'content': 'Hello'}]
print(''.join(part.choices[0].delta.content or '' for part in client.chat.completions.create(model='svc/a', stream=True, messages=messages)))
`

test('openai-python receives the same chunks of a stream with and without the proxy', async () => {
  const why = whyNot('openai')
  if (why !== undefined) throw new Error(why)
  const { url, events, text } = await steppedGateway()
  await using proxy = await judgeTo(url)
  const expected = [...events.map(({ length }) => `${length}`), text, ''].join('\n')
  for (const base of [url, proxy.url]) {
    const { stdout } = await promisify(execFile)(python, ['-c', CLIENT, base, `${url}/next`], {
      env: environment(),
      timeout: 60_000,
    })
    assert.equal(stdout, expected, base)
  }
})
