/** Alterations of responses that many tests of reports share, so that each needs only one run. */
import type { AlteredResponse } from '../integration/drivers/altered-mock.ts'

/** A conforming gateway. */
export const unaltered = (): void => undefined

export const withoutRequestIds = (response: AlteredResponse): void => void delete response.headers['x-svc-request-id']

/** A gateway that is always unavailable. */
export const unavailable = (response: AlteredResponse): void => void Object.assign(response, { status: 503 })
