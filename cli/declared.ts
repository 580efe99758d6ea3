/** Every command with its options. What a command leads to is loaded only when it is asked for. */
import type { Command } from 'commander'
import { diffDeclared } from './diff-declared.ts'
import type { End } from './end.ts'
import { listDeclared } from './list-declared.ts'
import { mockDeclared } from './mock-declared.ts'
import { planDeclared } from './plan-declared.ts'
import { reportDeclared } from './report-declared.ts'
import { runDeclared } from './run-declared.ts'
import { verifyDeclared } from './verify-declared.ts'

export const declared: readonly ((end: End) => Command)[] = [
  runDeclared,
  planDeclared,
  listDeclared,
  reportDeclared,
  verifyDeclared,
  diffDeclared,
  mockDeclared,
]
