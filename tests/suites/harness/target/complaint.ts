import assert from 'node:assert/strict'
import { UsageError } from '../../../../suites/harness/catalogue/usage-error.ts'

/** The message of a usage error, which has to occur. */
export function complaintOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    assert.ok(error instanceof UsageError)
    return error.message
  }
  throw new Error('there was no complaint')
}
