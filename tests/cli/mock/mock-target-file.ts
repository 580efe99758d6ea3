import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { demoConfig } from '../../../mock/index.ts'
import { folder } from '../command.ts'

/** So much that the share of any worker is enough, whichever checks it comes to run, on a machine that is busy. */
const PLENTY = '  tokens: 100000000\n  bytes: 100000000000\n  timeout: 5m\n'

/** Writes a target file for the mock behind a URL, and gives its path. */
export function mockTargetFile(url: string): string {
  const roles = rolesIn(demoConfig)
  assert.ok(roles)
  const path = join(folder(), 'target.yaml')
  // The limits are last.
  writeFileSync(path, mockTargetText(url, roles) + PLENTY)
  return path
}
