/** Every command with its options. The code of a command is loaded only when it runs. */
import type { Command } from 'commander'
import type { End } from '../../exit-codes.ts'
import { gateDeclared, revisitDeclared, revokeDeclared, verifyDeclared } from './certificates.ts'
import { completionDeclared, explainDeclared, listDeclared, openapiDeclared } from './contract.ts'
import { diffDeclared, judgeDeclared, reportDeclared } from './reports.ts'
import { doctorDeclared, initDeclared, planDeclared, runDeclared } from './runs.ts'
import { clientDeclared, mockDeclared, proxyDeclared } from './servers.ts'

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
