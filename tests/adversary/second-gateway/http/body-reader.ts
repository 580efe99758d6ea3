import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Freedoms } from '../freedoms/index.ts'
import { JsonFault, type Read, readJson } from '../json/json-reader.ts'
import { Refusal } from '../refusal.ts'

/** Thrown if the client disconnected in the middle of its request, so that no response is possible. */
export class ClientGone extends Error {}

export const bodyLimit = 1024 * 1024

// Even a patient gateway has limits. The timeout is for the next byte, so that a busy machine does not disconnect a
// client that is still sending.
const maxBytes = 64 * bodyLimit
const maxMilliseconds = 2000

const tooLarge = (): Refusal => new Refusal(413, 'That is more than one mebibyte.')
const inflate = promisify(gunzip)

/** Refuses by the request line and headers alone, without reading a single byte. */
export function refuseDeclaredSize(request: IncomingMessage): void {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge()
}

/** Reads the body and counts its bytes as they arrive, with or without a Content-Length. */
export function readBody(request: IncomingMessage, { oversize }: Freedoms): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let timer: NodeJS.Timeout | undefined

    const settle = (outcome: () => void): void => {
      clearTimeout(timer)
      request.off('data', take).off('end', finish).off('close', leave).off('error', leave)
      outcome()
    }
    const refuse = (): void => settle(() => reject(tooLarge()))
    const finish = (): void => (bytes > bodyLimit ? refuse() : settle(() => resolve(Buffer.concat(chunks))))
    const leave = (): void => settle(() => reject(new ClientGone()))
    const take = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= bodyLimit) {
        chunks.push(chunk)
        return
      }
      if (oversize === 'early' || bytes > maxBytes) refuse()
      else timer = timer?.refresh() ?? setTimeout(refuse, maxMilliseconds)
    }
    request.on('data', take).on('end', finish).on('close', leave).on('error', leave)
  })
}

/** Turns the bytes of a body into JSON, or refuses with 400. */
export async function readJsonBody(request: IncomingMessage, sent: Buffer, freedoms: Freedoms): Promise<Read> {
  demandJsonLabel(request, freedoms)
  const bytes = await decode(request, sent, freedoms)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.')
  }
  if (freedoms.byteOrderMark === 'accept') text = text.replace(/^\uFEFF/, '')
  try {
    return readJson(text, freedoms)
  } catch (error) {
    if (error instanceof JsonFault) throw new Refusal(400, `The body is ${error.message}.`)
    throw error
  }
}

function demandJsonLabel(request: IncomingMessage, { contentTypeCheck }: Freedoms): void {
  if (contentTypeCheck === 'ignore') return
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw new Refusal(400, 'Only JSON is understood here.')
}

async function decode(request: IncomingMessage, sent: Buffer, { gzipBody }: Freedoms): Promise<Buffer> {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity') return sent
  if (coding !== 'gzip' || gzipBody === 'refuse') {
    throw new Refusal(400, 'The body has to come as it is, without a content coding.')
  }
  try {
    // The limit is for the decompressed body, however small the compressed one is.
    return await inflate(sent, { maxOutputLength: bodyLimit })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new Refusal(400, 'The body is not gzip.')
  }
}
