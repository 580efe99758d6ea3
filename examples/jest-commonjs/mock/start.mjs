import { startMock } from 'svc-conformance/mock'

/** Jest runs this once, outside of the tests, where ES modules need no flag. The tests inherit process.env. */
export default async function start() {
  const mock = await startMock({ admin: {} })
  process.env.GATEWAY_URL = mock.url
  process.env.GATEWAY_ADMIN_URL = mock.admin.url
  globalThis.stopGateway = () => mock.close()
}
