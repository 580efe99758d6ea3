import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A script that the store runs atomically, and the digest by which the store finds it. */
export interface StoreScript {
  readonly text: string
  readonly digest: string
}

const script = (text: string): StoreScript => ({ text, digest: createHash('sha1').update(text).digest('hex') })

/** Milliseconds that a renewed place lasts: after them, the place of a dead mock is free again. */
const LEASE = 60_000

/** Milliseconds that a place lasts before its first renewal: its mock may never have got the response. */
const FIRST_LEASE = 15_000

/** Milliseconds between two renewals: no first lease ends before one. */
export const RENEWAL = 5_000

const LEASES = `local FIRST_LEASE, LEASE = ${FIRST_LEASE}, ${LEASE}\n`

// keeps: limit-per-project
export const SETTLE = script(LEASES + readFileSync(new URL('./lua/settle.lua', import.meta.url), 'utf8'))
export const GIVE_BACK = script(readFileSync(new URL('./lua/give-back.lua', import.meta.url), 'utf8'))
export const RENEW = script(LEASES + readFileSync(new URL('./lua/renew.lua', import.meta.url), 'utf8'))
export const RECORD_LIMITS = script(readFileSync(new URL('./lua/record-limits.lua', import.meta.url), 'utf8'))
