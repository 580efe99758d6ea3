import { readTestHeader } from '../core/disturbances/header.ts'
import { Refusal } from '../core/errors.ts'
import type { Call, LayFault } from '../core/types.ts'

const WHY = 'provoked by the header x-test-fault.'

/** Applies the header `x-test-fault` of a request; refuses a malformed one. */
export function applyTestHeader(call: Call, layFault: LayFault): Refusal | undefined {
  const header = call.head.header('x-test-fault')
  if (header === undefined) return undefined
  const asked = readTestHeader(header)
  if (typeof asked === 'string') return unreadable(asked)
  try {
    call.behaviour = asked.faults.reduce(layFault, call.behaviour)
  } catch (error) {
    if (error instanceof RangeError) return unreadable(error.message)
    throw error
  }
  call.disturbances = [...call.disturbances, ...asked.disturbances]
  if (asked.refusal === 'internal') return new Refusal('internal', `An internal error, ${WHY}`)
  if (asked.refusal === 'unavailable') return new Refusal('unavailable', `A dependency is unavailable, ${WHY}`)
  return undefined
}

function unreadable(problem: string): Refusal {
  const message = `The header x-test-fault cannot be followed: ${problem.replace(/\.$/, '')}.`
  return new Refusal('invalid', message, { param: 'x-test-fault' })
}
