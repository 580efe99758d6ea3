import { bearerKey, halvesOf, owner } from '../../core/auth.ts'
import { Refusal } from '../../core/errors.ts'
import type { RequestHead } from '../../core/http.ts'
import type { JsonObject } from '../../core/request/body.ts'
import type { Accounts, Call, Project } from '../../core/types.ts'
import type { Apply, Change } from '../deviation.ts'
import { bodyFirst, judged } from './body-first.ts'
import { instead } from './instead.ts'

/** A request that authentication refuses, with ways to find a project for it. */
export interface Guest {
  readonly head: RequestHead
  readonly accounts: Accounts
  readonly call: Call
  /** The header Authorization, its bearer token, and the halves of a token in the form of a key; empty if missing. */
  readonly authorization: string
  readonly token: string
  readonly id: string
  readonly secret: string
  /** The first project, and functions that find the project of a key id or of a whole key. */
  readonly any: Project | undefined
  ofId(id: string | undefined): Project | undefined
  ofKey(key: string | undefined): Project | undefined
}

/** The project that serves a request without a valid key; undefined if the request is refused. */
export type Admit = (guest: Guest) => Project | undefined | false

/** Serves requests that authentication refuses (5), as if they had a key of the project from `admit`. */
export function serveRefused(admit: Admit): Apply {
  return instead('authenticate', (plain, head, accounts, call) =>
    plain() instanceof Refusal ? admit(guest(head, accounts, call)) || plain() : plain(),
  )
}

/** Does the same only for matching bodies. Reads the body before the key is checked. */
export const serveRefusedWhere = (test: (body: JsonObject) => boolean) => {
  return (admit: Admit): Change => ({
    wrap: (pipeline) => bodyFirst(pipeline, judged),
    apply: serveRefused((guest) => guest.call.body !== undefined && test(guest.call.body) && admit(guest)),
  })
}
export const serveRefusedStreams = serveRefusedWhere(({ stream }) => stream === true)

function guest(head: RequestHead, accounts: Accounts, call: Call): Guest {
  const token = bearerKey(head) ?? ''
  const [id, secret] = halvesOf(token)
  return {
    ...{ head, accounts, call, token, id, secret },
    authorization: head.header('authorization') ?? '',
    any: accounts.projects[0],
    ofId: (id = '') => accounts.keys.get(id)?.project,
    ofKey: (key = '') => owner(...halvesOf(key), accounts.keys),
  }
}
