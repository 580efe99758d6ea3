/** Keeps judged exchanges, without keys, in files that `judge` reads. Rotates by size, and removes the oldest files. */
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compact } from '../../../../suites/harness/http/compact.ts'
import { decode } from '../../../../suites/harness/http/exact-json.ts'
import { hideKeys } from '../../../../suites/harness/http/redact.ts'
import { lineOf } from '../../../../suites/harness/traffic/formats/lines.ts'
import type { SeenBody, SeenExchange } from '../../../../suites/harness/traffic/seen.ts'
import { withoutSplitKey } from '../../recording/filler.ts'
import { decoded } from '../../recording/write.ts'

export interface KeepOptions {
  readonly folder: string
  /** The maximum number of files, and the milliseconds after which a file is removed. */
  readonly files: number
  readonly age: number
  /** The size from which a new file begins; default 64 MiB. */
  readonly bytes?: number
}

const MAX_FILE_BYTES = 64 * 1_048_576
/** Milliseconds after a failed write until the next attempt. */
const PAUSE = 60_000
const OURS = /^traffic-\d+\.ndjson$/

/** @returns a function that keeps an exchange */
export function keeperIn(
  { folder, files, age, bytes = MAX_FILE_BYTES }: KeepOptions,
  failed: (reason: string) => void,
) {
  let path: string | undefined
  let length = 0
  let notBefore = 0

  const rotate = (): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const present = readdirSync(folder)
      .filter((name) => OURS.test(name))
      .sort()
    const tooMany = present.slice(0, Math.max(0, present.length - files + 1))
    const tooOld = present.filter((name) => Date.now() - statSync(join(folder, name)).mtimeMs > age)
    for (const name of new Set([...tooMany, ...tooOld])) rmSync(join(folder, name))
    length = 0
    return join(folder, `traffic-${Date.now()}.ndjson`)
  }

  return (seen: SeenExchange): void => {
    if (Date.now() < notBefore) return
    const line = lineOf(withoutKeys(seen))
    try {
      if (path === undefined || length > bytes) path = rotate()
      appendFileSync(path, line, { mode: 0o600 })
      length += line.length
    } catch (error) {
      path = undefined
      notBefore = Date.now() + PAUSE
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      failed(`${folder} cannot be written (${code}). The next attempt is in ${PAUSE / 1000} s.`)
    }
  }
}

/** Decodes bodies first, so that keys cannot hide in a content encoding. */
function withoutKeys({ request, response, ...rest }: SeenExchange): SeenExchange {
  const { encoding, packets, body, ...plain } = response ?? { status: 0 }
  return {
    ...rest,
    request: { ...request, url: hideKeys(request.url), ...compact({ body: hiddenIn(request.body) }) },
    ...(response && { response: { ...plain, ...compact({ body: hiddenIn(body, encoding) }) } }),
  }
}

/** The received bytes if they are plain text without a key, else masked text; undefined if they cannot be decoded. */
function hiddenIn(body: SeenBody | undefined, encoding?: string): SeenBody | undefined {
  if (!body) return undefined
  if ('text' in body) return { text: hideKeys(body.text) }
  const plain = encoding === undefined ? body.bytes : decoded(body.bytes, encoding)
  if (!plain) return undefined
  const bytes = withoutSplitKey(plain)
  const { text, utf8, bom } = decode(bytes)
  const hidden = hideKeys(text)
  return bytes === body.bytes && utf8 && !bom && hidden === text ? body : { text: hidden }
}
