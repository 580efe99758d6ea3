import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { demoConfig } from '../../../mock/index.ts'
import { folder } from '../command.ts'

/** Writes a target file for the mock behind a URL, and gives its path. */
export function mockTargetFile(url: string): string {
  const roles = rolesIn(demoConfig)
  assert.ok(roles)
  const path = join(folder(), 'target.yaml')
  writeFileSync(path, mockTargetText(url, roles))
  return path
}
