import type { MakeServer } from '../tls.ts'
import type { Administered } from './administered.ts'
import type { Admin } from './listener.ts'
import type { AdminSettings } from './options.ts'

/** Starts the admin API of a mock. Nothing of it is loaded for a mock that has none. @throws ConfigError */
export async function administer(
  mock: Administered,
  settings: AdminSettings,
  make: MakeServer | undefined,
): Promise<Admin> {
  const { openAdmin } = await import('./listener.ts')
  return openAdmin(mock, settings, make)
}
