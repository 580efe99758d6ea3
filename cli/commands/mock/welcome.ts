/** What the command prints when the mock is up: address, keys, a request to try, a target file. */
import { shellWord } from '../../../suites/harness/http/shell.ts'
import type { MockRoles } from '../../mock-target-file.ts'

export interface Welcome {
  readonly url: string
  readonly roles: MockRoles
  /** The target file: its text, and where it was written. */
  readonly target: string
  readonly path: string | undefined
  /** The certificate of the mock, with which clients trust it. */
  readonly cert: string | undefined
}

export function welcome({ url, roles, target, path, cert }: Welcome): string {
  return [
    `The mock listens at ${url}`,
    '',
    'Keys, which open nothing but this mock:',
    ...keysOf(roles),
    '',
    'Try it:',
    `  ${curlOf(url, roles, cert)}`,
    '',
    ...(path === undefined
      ? [
          'Certify it with this target file, which --target-file would have written:',
          ...target
            .trimEnd()
            .split('\n')
            .map((line) => `  ${line}`),
        ]
      : [`The target file is ${path}`]),
    '',
    `  ${cert === undefined ? '' : `NODE_EXTRA_CA_CERTS=${shellWord(cert)} `}npx svc-conformance run --target ${shellWord(path ?? 'target.yaml')} --profile full`,
    '',
  ].join('\n')
}

function keysOf({ keys, provoke }: MockRoles): string[] {
  const byRole = { ...keys, disabled: provoke.disabled?.key, limited: provoke.limited?.key }
  return Object.entries(byRole).flatMap(([role, key]) => (key === undefined ? [] : [`  ${role.padEnd(10)}${key}`]))
}

function curlOf(url: string, { keys, models }: MockRoles, cert: string | undefined): string {
  const body = JSON.stringify({ model: models.chat ?? '', messages: [{ role: 'user', content: 'Hello' }] })
  const trust = cert === undefined ? '' : ` --cacert ${shellWord(cert)}`
  return `curl -sS${trust} ${url}/v1/chat/completions -H ${shellWord(`authorization: Bearer ${keys.valid}`)} -H 'content-type: application/json' -d ${shellWord(body)}`
}
