/** Alterations of answers that many tests of reports look at: the run on each is made once for all of them. */
import type { AlteredAnswer } from '../integration/drivers/altered-mock.ts'

/** A gateway that conforms. */
export const unaltered = (): void => undefined

export const withoutRequestIds = (answer: AlteredAnswer): void => void delete answer.headers['x-svc-request-id']

/** A gateway that is never there. */
export const unavailable = (answer: AlteredAnswer): void => void Object.assign(answer, { status: 503 })
