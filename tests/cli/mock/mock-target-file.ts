import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { demoConfig } from '../../../mock/index.ts'
import { folder } from '../command.ts'

/** High limits: the share of each worker suffices for any checks, also on a busy machine. */
const PLENTY = '  tokens: 100000000\n  bytes: 100000000000\n  timeout: 5m\n'

/** Writes a target file for the mock at a URL, and returns its path. */
export function mockTargetFile(url: string): string {
  const roles = rolesIn(demoConfig)
  assert.ok(roles)
  const path = join(folder(), 'target.yaml')
  // The limits are the last section, so more of them can follow.
  writeFileSync(path, mockTargetText(url, roles) + PLENTY)
  return path
}
