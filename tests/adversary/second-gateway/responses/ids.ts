import { randomBytes, randomUUID } from 'node:crypto'
import type { Freedoms } from '../freedoms/index.ts'

/** Random digits that do not fit into a double, for clients that would parse them. */
function digits(): string {
  return BigInt(`0x1${randomBytes(10).toString('hex')}`).toString()
}

/** New on every call, so that two responses never share an id. */
export function requestId({ requestIds }: Freedoms): string {
  return {
    digits,
    uuid: randomUUID,
    prefixed: () => `rq_${randomBytes(9).toString('base64url')}`,
    long: () => randomBytes(128).toString('hex'),
    punctuated: () => `gw/1:${randomBytes(9).toString('base64')}; a="b"`,
  }[requestIds]()
}

export function completionId({ completionIds, blankStrings }: Freedoms): string {
  if (blankStrings === 'completion-id') return ''
  return {
    digits,
    prefixed: () => `chatcmpl-${randomBytes(12).toString('hex')}`,
    uuid: randomUUID,
  }[completionIds]()
}
