import assert from 'node:assert/strict'
import { UsageError } from '../../../../suites/harness/catalogue/usage-error.ts'

/** What is said of a mistake of the user; there has to be one. */
export function complaintOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return error.message
  }
  throw new Error('there was no complaint')
}
