/** A conforming mock, with and without TLS, which the mistaken values may reach or miss. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMock } from '../../../mock/index.ts'
import { folder as newFolder } from '../../cli/command.ts'
import { freePort } from '../../integration/drivers/free-port.ts'
import { authority, issued } from '../../suites/harness/target/made-certificates.ts'
import type { World } from './values.ts'

export type OpenWorld = World & { close(): Promise<void> }

export async function openWorld(): Promise<OpenWorld> {
  const [ca, other] = await Promise.all([authority('a CA'), authority('another CA')])
  const { key, cert } = await issued(ca, { name: 'gateway.test' })
  const folder = newFolder()
  const files = { 'ca.pem': ca.cert, 'other-ca.pem': other.cert, 'empty.pem': '' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const mock = await startMock()
  const secure = await startMock({ tls: { key, cert } })
  return {
    url: mock.url,
    demo: mock.demo,
    secureUrl: secure.url,
    folder,
    closedPort: await freePort(),
    close: async () => void (await Promise.all([mock.close(), secure.close()])),
  }
}
