import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 200

/** Retries an assertion until it holds, since a ledger reaches other mocks with a delay. Fails with the last error. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await assertion()
    } catch (error) {
      if (attempts === ATTEMPTS) throw error
    }
    await sleep(50)
  }
}
