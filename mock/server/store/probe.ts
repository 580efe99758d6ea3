/** Checks a store once per connection for the required features, instead of failing at every request. */
import { GIVE_BACK, RENEW, SETTLE } from './lua.ts'

export type Send = (command: readonly string[]) => Promise<unknown>

/** Runs every kind of command once, with separate keys that expire after a second. @throws the error of the store */
export async function probe(send: Send, prefix: string): Promise<void> {
  const id = crypto.randomUUID()
  const name = (of: string): string => `${prefix}:{probe:${id}}:${of}`
  const [windows, places, ledger] = [name('windows'), name('places'), name('ledger')] as const
  await send(['EVAL', SETTLE.text, '2', windows, places, '1', '1', '1', '1', 'place', '1'])
  await send(['EVALSHA', SETTLE.digest, '2', windows, places, '1', '1', '1', '0', '', ''])
  await send(['EVAL', RENEW.text, '1', places, 'place'])
  await send(['EVAL', GIVE_BACK.text, '1', windows, '0', '1'])
  await send(['ZREM', places, 'place'])
  await send(['HSET', ledger, 'mock', '{}'])
  await send(['HGETALL', ledger])
  for (const key of [windows, ledger]) await send(['EXPIRE', key, '1'])
}

/** Says why a store cannot be used. Quotes only the code of an error, because its message could contain a password. */
export function whyNot(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (message.startsWith('READONLY')) return 'is a replica, which rejects writes (READONLY); name its primary'
  if (message.startsWith('NOPERM') || message.includes("can't run this command"))
    return 'its user has too few rights (NOPERM); allow EVAL, EVALSHA, TIME, HGET, HSET, HINCRBY, HGETALL, EXPIRE, PEXPIRE, ZADD, ZCARD, ZREM and ZREMRANGEBYSCORE on the keys of the prefix'
  if (/non.?deterministic|unknown command/i.test(message)) return 'is too old; it has to be Valkey, or Redis 5 or newer'
  return `cannot be used (${codeOf(cause)}); check host, port and password, and that it runs`
}

/** The code of an error of a store or a connection, such as `WRONGPASS` or `ECONNREFUSED`. */
export function codeOf(cause: unknown): string {
  const { code, message, constructor: made } = cause as NodeJS.ErrnoException
  return code ?? /^[A-Z]{4,}\b/.exec(message)?.[0] ?? made.name
}
