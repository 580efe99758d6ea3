/** Many calls at the same time, each on its own connection. */
import { request } from 'node:http'

export interface Called {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | undefined
  readonly id: string | undefined
  readonly text: string
}

export interface CrowdOptions {
  readonly url: string
  readonly key: string
  readonly size: number
  readonly body: unknown
}

/** Sends the same completion many times over; a stream is reported when it has ended. */
export function crowd({ url, key, size, body }: CrowdOptions): Promise<Called>[] {
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

/** How often each outcome was there: `200`, `429 requests_per_minute 60`. */
export function outcomes(calls: readonly Called[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const { status, code, retryAfter } of calls) {
    const words = [status, code, retryAfter].filter((word) => word !== undefined).join(' ')
    found[words] = (found[words] ?? 0) + 1
  }
  return found
}
