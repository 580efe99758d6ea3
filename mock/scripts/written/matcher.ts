import type { WrittenMatcher } from '../../core/written.ts'
import { isObject, members } from '../checks.ts'

/** A matcher as data; a function needs code. */
const MEMBERS: Readonly<Record<keyof WrittenMatcher, 'string' | 'boolean' | undefined>> = {
  model: 'string',
  stream: 'boolean',
  text: undefined,
  operation: 'string',
}

/** Validates the form of a matcher; `fitsOf` validates its values. @throws RangeError */
export function matcherOf(when: unknown, alsoTaken: readonly string[] = []): WrittenMatcher {
  if (!isObject(when)) throw new RangeError('when must be an object in braces.')
  members(when, 'when', [...Object.keys(MEMBERS), ...alsoTaken])
  for (const [name, type] of Object.entries(MEMBERS))
    if (type !== undefined && when[name] !== undefined && typeof when[name] !== type)
      throw new RangeError(`when.${name} must be a ${type}.`)
  return when as WrittenMatcher
}
