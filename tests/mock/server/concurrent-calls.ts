/** Many concurrent completions, each on its own connection. */
import { request } from 'node:http'

export interface Called {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | undefined
  readonly id: string | undefined
  readonly text: string
}

export interface Calls {
  readonly url: string
  readonly key: string
  readonly size: number
  readonly body: unknown
}

/** Sends `size` equal completions concurrently; each call resolves when its response has ended. */
export function sendMany({ url, key, size, body }: Calls): Promise<Called>[] {
  const text = JSON.stringify(body)
  return Array.from({ length: size }, () => call(new URL('/v1/chat/completions', url), key, text))
}

function call(url: URL, key: string, text: string): Promise<Called> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(text) }
    const sent = request(url, { method: 'POST', agent: false, headers }, (response) => {
      let got = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        got += part
      })
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        const code = status === 200 ? undefined : (JSON.parse(got) as { error: { code: string } }).error.code
        const id = headers['x-svc-request-id'] as string | undefined
        resolve({ status, code, retryAfter: headers['retry-after'], id, text: got })
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** The number of calls by outcome, such as `200` or `429 requests_per_minute 60`. */
export function outcomes(calls: readonly Called[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { status, code, retryAfter } of calls) {
    const words = [status, code, retryAfter].filter((word) => word !== undefined).join(' ')
    found[words] = (found[words] ?? 0) + 1
  }
  return found
}
