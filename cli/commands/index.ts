/** Every command with its options. The code of a command is loaded only when it runs. */
import type { Command } from 'commander'
import type { End } from '../exit-codes.ts'
import { clientDeclared } from './client/options.ts'
import { completionDeclared } from './completion/options.ts'
import { diffDeclared } from './diff/options.ts'
import { doctorDeclared } from './doctor/options.ts'
import { explainDeclared } from './explain/options.ts'
import { gateDeclared } from './gate/options.ts'
import { initDeclared } from './init/options.ts'
import { judgeDeclared } from './judge/options.ts'
import { listDeclared } from './list/options.ts'
import { mockDeclared } from './mock/options.ts'
import { openapiDeclared } from './openapi/options.ts'
import { planDeclared } from './plan/options.ts'
import { proxyDeclared } from './proxy/options.ts'
import { reportDeclared } from './report/options.ts'
import { revisitDeclared } from './revisit/options.ts'
import { revokeDeclared } from './revoke/options.ts'
import { runDeclared } from './run/options.ts'
import { verifyDeclared } from './verify/options.ts'

export const declared: readonly ((end: End) => Command)[] = [
  initDeclared,
  doctorDeclared,
  planDeclared,
  runDeclared,
  listDeclared,
  explainDeclared,
  reportDeclared,
  judgeDeclared,
  verifyDeclared,
  gateDeclared,
  revokeDeclared,
  revisitDeclared,
  diffDeclared,
  mockDeclared,
  proxyDeclared,
  clientDeclared,
  openapiDeclared,
  completionDeclared,
]
