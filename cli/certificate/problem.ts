/** What is wrong with a certificate. The kinds are published: programs read them. */

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

/** Whether it is in an envelope: what is not has no signature to check. */
export const isSigned = ({ bytes }: NamedBytes): boolean => Buffer.from(bytes).includes('"payloadType"')

/** How many differences of one kind are listed. */
const LISTED = 10

/** Problems of one kind, no more of them than a reader wants. */
export function several(kind: Problem['kind'], messages: readonly string[]): Problem[] {
  return fewOf(messages).map((message) => ({ kind, message }))
}

export function fewOf(messages: readonly string[]): string[] {
  const rest = messages.length - LISTED
  return rest > 0 ? [...messages.slice(0, LISTED), `and ${rest} more`] : [...messages]
}
