/** The first output of the mock: address, keys, a request to try, a target file. */
import { shellWord } from '../../../suites/harness/http/shell.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import type { MockRoles } from '../../mock-target-file.ts'
import type { MockTrust } from './certificate.ts'
import { keysOf } from './ready.ts'

export interface Welcome {
  readonly url: string
  /** The faults and variants that it was started with. */
  readonly deviating: readonly string[]
  readonly roles: MockRoles
  /** The target file: its text, and where it was written. */
  readonly target: string
  readonly path: string | undefined
  readonly cert: string | undefined
  readonly tls: MockTrust | undefined
}

/** The path of the target file in the printed command. */
export const TARGET_FILE = 'target.yaml'

export function welcome({ url, deviating, roles, target, path, cert, tls }: Welcome): string {
  return [
    `The mock listens at ${url}`,
    ...deviating,
    '',
    'Keys, valid only for this mock:',
    ...keyLines(roles),
    '',
    'Try it:',
    `  ${curlOf(url, roles, tls?.ca === undefined ? undefined : cert, tls?.server_name)}`,
    '',
    ...(path === undefined
      ? [
          'Certify it with this target file (--target-file writes it):',
          ...target
            .trimEnd()
            .split('\n')
            .map((line) => `  ${line}`),
        ]
      : [`The target file is ${path}`]),
    '',
    ...(tls !== undefined && tls.ca === undefined
      ? [`A CA signed ${cert}: if this machine does not trust it yet, name its certificate as tls.ca.`]
      : []),
    `  ${PROGRAM} run --target ${shellWord(path ?? TARGET_FILE)} --profile full`,
    '',
  ].join('\n')
}

const keyLines = (roles: MockRoles): string[] =>
  Object.entries(keysOf(roles)).map(([role, key]) => `  ${role.padEnd(10)}${key}`)

/** If the certificate is for another name, curl connects by that name. */
function curlOf(url: string, { keys, models }: MockRoles, ca: string | undefined, name: string | undefined): string {
  const body = JSON.stringify({ model: models.chat ?? '', messages: [{ role: 'user', content: 'Hello' }] })
  const { hostname, port, host } = new URL(url)
  const trust = ca === undefined ? '' : ` --cacert ${shellWord(ca)}`
  const to = name === undefined ? '' : ` --connect-to ${shellWord(`${name}:${port}:${host}`)}`
  const base = name === undefined ? url : url.replace(hostname, name)
  return `curl -sS${trust}${to} ${base}/v1/chat/completions -H ${shellWord(`authorization: Bearer ${keys.valid}`)} -H 'content-type: application/json' -d ${shellWord(body)}`
}
