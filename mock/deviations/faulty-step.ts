import type { ScriptedStep } from '../scripts/scripted-step.ts'
import { unknownName } from './names.ts'
import { listFaults } from './registry.ts'

/**
 * A step that breaks the contract with the fault `name`.
 * @throws RangeError when there is none of that name
 * @example project.next(fault('usage-total-tokens-string', reply('Hello')))
 */
export function fault(name: string, step: ScriptedStep): ScriptedStep {
  if (listFaults().some((row) => row.name === name)) return step.marked(name)
  throw new RangeError(unknownName('fault', name, 'svc-conformance list faults'))
}
