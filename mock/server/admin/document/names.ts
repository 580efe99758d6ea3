import { contractBehaviour } from '../../../core/contract-behaviour.ts'
import { Deviations, listFaults } from '../../../deviations/registry.ts'
import type { Schema } from './building.ts'

/** The names of the faults that can have an effect for a project, or in a step. Made when the document is read. */
export const faultNames = (of: 'project' | 'step', description: string): Schema => ({
  type: 'string',
  description,
  get enum() {
    const deviations = new Deviations()
    return listFaults().flatMap(({ name }) => (canBeLaid(deviations, name, of) ? [name] : []))
  },
})

function canBeLaid(deviations: Deviations, name: string, of: 'project' | 'step'): boolean {
  try {
    deviations.over(contractBehaviour, name, of)
    return true
  } catch {
    return false
  }
}
