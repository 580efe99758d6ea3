import { setTimeout as sleep } from 'node:timers/promises'

const TRIES = 200

/** Holds an assertion until it is true: the ledger of a mock comes to the others a moment later. Fails as it does at the end. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await assertion()
    } catch (error) {
      if (tries === TRIES) throw error
    }
    await sleep(50)
  }
}
