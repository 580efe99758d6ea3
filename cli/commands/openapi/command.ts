/** `svc-conformance openapi`: the contract for tools that speak OpenAPI. */
import type { Audience, OpenapiVersion } from '../../../schemas/single-file/document.ts'
import { exitCodes } from '../../exit-codes.ts'
import { openapiDocument } from './documents.ts'

export function openapiCommand(version: OpenapiVersion, audience: Audience): number {
  process.stdout.write(openapiDocument(version, audience))
  return exitCodes.conformant
}
