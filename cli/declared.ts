/** Every command with its options. What a command leads to is loaded only when it is asked for. */
import type { Command } from 'commander'
import { completionDeclared } from './completion-declared.ts'
import { diffDeclared } from './diff-declared.ts'
import { doctorDeclared } from './doctor-declared.ts'
import type { End } from './end.ts'
import { explainDeclared } from './explain-declared.ts'
import { initDeclared } from './init-declared.ts'
import { listDeclared } from './list-declared.ts'
import { mockDeclared } from './mock-declared.ts'
import { planDeclared } from './plan-declared.ts'
import { reportDeclared } from './report-declared.ts'
import { runDeclared } from './run-declared.ts'
import { verifyDeclared } from './verify-declared.ts'

export const declared: readonly ((end: End) => Command)[] = [
  initDeclared,
  doctorDeclared,
  planDeclared,
  runDeclared,
  listDeclared,
  explainDeclared,
  reportDeclared,
  verifyDeclared,
  diffDeclared,
  mockDeclared,
  completionDeclared,
]
