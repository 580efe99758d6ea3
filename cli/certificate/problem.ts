/** Problems of a certificate. The kinds are published, since programs read them. */

export interface Problem {
  readonly kind:
    | 'signature'
    | 'expired'
    | 'expires soon'
    | 'not yet valid'
    | 'changed report'
    | 'changed exchange'
    | 'changed verdict'
    | 'changed certificate'
  readonly message: string
}

export interface NamedBytes {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Whether it is in an envelope; without one there is no signature to check. */
export const isSigned = ({ bytes }: NamedBytes): boolean => Buffer.from(bytes).includes('"payloadType"')

/** The most differences of one kind to list. */
const LISTED = 10

/** Problems of one kind, shortened for a reader. */
export function several(kind: Problem['kind'], messages: readonly string[]): Problem[] {
  return fewOf(messages).map((message) => ({ kind, message }))
}

export function fewOf(messages: readonly string[]): string[] {
  const rest = messages.length - LISTED
  return rest > 0 ? [...messages.slice(0, LISTED), `and ${rest} more`] : [...messages]
}
