import { randomBytes, randomUUID } from 'node:crypto'
import type { Freedoms } from '../freedoms/index.ts'

/** Digits that say nothing and do not fit into a double, for clients that would parse them. */
function digits(): string {
  return BigInt(`0x1${randomBytes(10).toString('hex')}`).toString()
}

/** Fresh on every call: two answers never share one. */
export function requestId({ requestIds }: Freedoms): string {
  switch (requestIds) {
    case 'digits':
      return digits()
    case 'uuid':
      return randomUUID()
    case 'prefixed':
      return `rq_${randomBytes(9).toString('base64url')}`
    case 'long':
      return randomBytes(128).toString('hex')
    case 'punctuated':
      return `gw/1:${randomBytes(9).toString('base64')}; a="b"`
  }
}

export function completionId({ completionIds, blankStrings }: Freedoms): string {
  if (blankStrings === 'completion-id') return ''
  switch (completionIds) {
    case 'digits':
      return digits()
    case 'prefixed':
      return `chatcmpl-${randomBytes(12).toString('hex')}`
    case 'uuid':
      return randomUUID()
  }
}
