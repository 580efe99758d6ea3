/** Reads `error.param` as a path, in whatever syntax a gateway writes paths. */

const WORD = '\\p{L}\\p{N}_'
/** What may stand before the field: punctuation, and words for the body as a whole. */
const LEAD = new RegExp(`^[^${WORD}]*(?:(?:body|request|json)[^${WORD}]+)?`, 'u')
const FIRST = new RegExp(`^[${WORD}]*`, 'u')

/** The first step of `messages[0].role`, `messages.0.role`, `/messages/0/role`, `$.messages`, `messages->0` … */
export function firstStep(param: string): string {
  return FIRST.exec(param.replace(LEAD, ''))?.[0] ?? ''
}

/** Whether `param` names one of the fields, with or without a path below it. */
export function namesField(param: string, fields: readonly string[]): boolean {
  // The name of an unknown field may hold any character.
  return fields.some((field) => param === field || firstStep(param) === field || param.startsWith(`${field}.`))
}
