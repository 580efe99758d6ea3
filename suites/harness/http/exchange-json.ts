/** Exchanges as JSON, without loss, for transcripts and for other processes. */
import { deflateSync, inflateSync } from 'node:zlib'
import { compact } from './compact.ts'
import { decode } from './exact-json.ts'
import type { Answer, Exchange, SentRequest } from './exchange.ts'

/** Text where the bytes are UTF-8 and short; otherwise base64, packed where that is shorter. */
type PackedBytes = string | { readonly base64: string } | { readonly deflated: string }

/** Bodies above this length are packed: the long ones are mostly padding. */
const LONG = 4096
/** No recorded body is longer: a record that unpacks to more was not made by us. */
const LONGEST = 64 * 1024 * 1024

function pack(bytes: Uint8Array): PackedBytes {
  if (bytes.length > LONG) return { deflated: deflateSync(bytes, { level: 1 }).toString('base64') }
  const { text, utf8, bom } = decode(bytes)
  return utf8 && !bom ? text : { base64: Buffer.from(bytes).toString('base64') }
}

function unpack(packed: PackedBytes): Uint8Array {
  if (typeof packed === 'string') return Buffer.from(packed)
  if ('base64' in packed) return Buffer.from(packed.base64, 'base64')
  return inflateSync(Buffer.from(packed.deflated, 'base64'), { maxOutputLength: LONGEST })
}

type Packed<T extends { readonly body: unknown }> = Omit<T, 'body'> & { readonly body?: PackedBytes }

export type PackedExchange = Omit<Exchange, 'request' | 'answer'> & {
  readonly request: Packed<SentRequest>
  readonly answer?: Packed<Answer>
}

/** An exchange that JSON can hold. */
export function packExchange({ request, answer, ...rest }: Exchange): PackedExchange {
  const { body, ...plain } = request
  return {
    ...rest,
    request: { ...plain, ...compact({ body: body && pack(body) }) },
    ...compact({ answer: answer && { ...answer, body: pack(answer.body) } }),
  }
}

/** The exchange that was packed. */
export function unpackExchange({ request, answer, ...rest }: PackedExchange): Exchange {
  return {
    ...rest,
    // JSON leaves out members without a value; nothing distinguishes them from absent ones.
    request: {
      ...request,
      ownRequestId: request.ownRequestId,
      model: request.model,
      body: request.body === undefined ? undefined : unpack(request.body),
    },
    ...compact({ answer: answer && { ...answer, body: unpack(answer.body ?? '') } }),
  }
}
