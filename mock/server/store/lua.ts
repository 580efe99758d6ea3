import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A script that the store runs atomically, and its digest, by which the store finds it. */
export interface StoreScript {
  readonly text: string
  readonly digest: string
}

const script = (text: string): StoreScript => ({ text, digest: createHash('sha1').update(text).digest('hex') })

/** The lease of a renewed slot in milliseconds; after that, the slot of a dead mock is free again. */
const LEASE = 60_000

/** The first lease of a slot in milliseconds; it is shorter because the mock may not have received the response. */
const FIRST_LEASE = 15_000

/** Milliseconds between renewals; shorter than the first lease. */
export const RENEWAL = 5_000

const LEASES = `local FIRST_LEASE, LEASE = ${FIRST_LEASE}, ${LEASE}\n`

// keeps: limit-per-project
export const SETTLE = script(LEASES + readFileSync(new URL('./lua/settle.lua', import.meta.url), 'utf8'))
export const GIVE_BACK = script(readFileSync(new URL('./lua/give-back.lua', import.meta.url), 'utf8'))
export const RENEW = script(LEASES + readFileSync(new URL('./lua/renew.lua', import.meta.url), 'utf8'))
export const RECORD_LIMITS = script(readFileSync(new URL('./lua/record-limits.lua', import.meta.url), 'utf8'))
