import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 200

/** Holds an assertion until it is true: the ledger of a mock reaches the others shortly after. Fails as it does at the end. */
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
