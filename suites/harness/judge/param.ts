/** Reads `error.param` as a path, in whatever syntax a gateway writes paths. */

/** Words that stand for the body as a whole, before the field. */
const ROOTS = ['$', 'body', 'request', '#']

/** The first step of `messages[0].role`, `messages.0.role`, `/messages/0/role`, `$.messages` … */
export function firstStep(param: string): string {
  const steps = param.split(/[.,[\]/'"\s]+/).filter((step) => step !== '')
  const [first = '', second] = steps
  return ROOTS.includes(first) && second !== undefined ? second : first
}

/** Whether `param` names one of the fields, with or without a path below it. */
export function namesField(param: string, fields: readonly string[]): boolean {
  // The name of an unknown field may hold any of the characters that separate steps.
  return fields.some((field) => param === field || firstStep(param) === field)
}
