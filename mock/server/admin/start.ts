import type { MakeServer } from '../http/tls.ts'
import type { AdminSettings } from './auth.ts'
import type { Admin } from './listener.ts'
import type { Administered } from './operation.ts'

/** Starts the admin API of a mock. Its modules are loaded only here. @throws ConfigError */
export async function administer(
  mock: Administered,
  settings: AdminSettings,
  make: MakeServer | undefined,
): Promise<Admin> {
  const { openAdmin } = await import('./listener.ts')
  return openAdmin(mock, settings, make)
}
