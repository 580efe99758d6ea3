/** What to do about each requirement, read from `schemas/explanations.yaml`. */
import type { RequirementId } from '../../../schemas/requirement-ids.ts'
import { ourYaml } from './our-yaml.ts'

export interface Explanation {
  /** What a gateway has to change when the requirement does not hold; for `observe`, what to know. */
  readonly mend: string
  /** How this project reads the contract where it is silent or can be read two ways. */
  readonly reading?: string
}

const file = ourYaml('schemas/explanations.yaml') as {
  readonly explanations: Readonly<Partial<Record<RequirementId, Explanation>>>
}

/** By the id of the requirement; those that no request can show have none. */
export const explanations: ReadonlyMap<RequirementId, Explanation> = new Map(
  Object.entries(file.explanations) as [RequirementId, Explanation][],
)
