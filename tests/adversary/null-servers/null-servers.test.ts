import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nullServers } from './index.ts'

/** The status of the response, or what went wrong. */
async function outcome(url: string, retry: number): Promise<string> {
  try {
    const response = await fetch(`${url}/v1/models`, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(retry),
    })
    const { status } = response
    return await response.text().then(
      () => `${status}`,
      (error: Error) => (error.name === 'TimeoutError' ? `${status} without end` : `${status} cut off`),
    )
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'silence' : 'no response'
  }
}

const expected: Record<string, string> = {
  'constant-200-empty-object': '200',
  'constant-200-html': '200',
  'constant-204': '204',
  'static-404-html': '404',
  'proxy-502-html': '502',
  echo: '200',
  'redirect-to-itself': '302',
  'perfect-400': '400',
  'perfect-401': '401',
  'perfect-403': '403',
  'perfect-404': '404',
  'perfect-413': '413',
  'perfect-429': '429',
  'perfect-500': '500',
  'perfect-503': '503',
  'perfect-model-list': '200',
  'perfect-completion': '200',
  'perfect-stream': '200',
  'endless-body': '200 without end',
  'endless-stream': '200 without end',
  'hang-up-on-connect': 'no response',
  'hang-up-on-request': 'no response',
  silence: 'silence',
  'half-an-answer': '200 cut off',
  'random-bytes': 'no response',
  'random-body': '200',
}

test('the table holds each name once', () => {
  assert.deepEqual(
    nullServers.map(({ name }) => name),
    Object.keys(expected),
  )
})

for (const server of nullServers) {
  test(`${server.name} does what its name says, and closes, busy or not`, async () => {
    const running = await server.start()
    const wanted = expected[server.name] ?? ''
    // If no response is expected, a short wait suffices; a head takes less than a second even on a busy machine.
    const retry = /silence|without end/.test(wanted) ? 1500 : 60_000
    assert.equal(await outcome(running.url, retry), wanted)

    const left = fetch(running.url)
      .then((response) => response.text())
      .catch(() => '')
    await new Promise((resolve) => setTimeout(resolve, 20))
    await running.close()
    await left
  })
}
