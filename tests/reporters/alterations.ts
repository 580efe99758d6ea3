/** Alterations of responses that many tests of reports look at: the run on each is made once for all of them. */
import type { AlteredResponse } from '../integration/drivers/altered-mock.ts'

/** A gateway that conforms. */
export const unaltered = (): void => undefined

export const withoutRequestIds = (response: AlteredResponse): void => void delete response.headers['x-svc-request-id']

/** A gateway that is never there. */
export const unavailable = (response: AlteredResponse): void => void Object.assign(response, { status: 503 })
