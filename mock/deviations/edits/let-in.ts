import { Refusal } from '../../core/errors.ts'
import type { RequestHead } from '../../core/http.ts'
import type { Accounts, Call, Project } from '../../core/types.ts'
import type { Apply } from '../deviation.ts'

/** The project that serves a request without a valid key; undefined if the request is refused. */
export type Admit = (head: RequestHead, accounts: Accounts, call: Call) => Project | undefined

/** Serves requests that authentication refuses (5), as if they had a key of the given project. */
export function letIn(admit: Admit): Apply {
  return (behaviour, emit) => ({
    ...behaviour,
    authenticate(head, accounts, call) {
      const decided = behaviour.authenticate(head, accounts, call)
      const guest = decided instanceof Refusal ? admit(head, accounts, call) : undefined
      if (guest) emit()
      return guest ?? decided
    },
  })
}
