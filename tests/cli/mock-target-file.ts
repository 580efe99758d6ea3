import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolesIn } from '../../cli/mock-roles.ts'
import { mockTargetText } from '../../cli/mock-target.ts'
import { demoConfig } from '../../mock/index.ts'
import { folder } from './command.ts'

/** Writes a target file for the mock behind a URL, and gives its path. */
export function mockTargetFile(url: string): string {
  const roles = rolesIn(demoConfig)
  assert.ok(roles)
  const path = join(folder(), 'target.yaml')
  writeFileSync(path, mockTargetText(url, roles))
  return path
}
