import type { Apply, Fault } from '../../deviation.ts'
import { editJson, type Json, replaceBody, replaceHeader } from '../../edits/json.ts'
import { onStatus, type When } from '../../edits/when.ts'

/** What a single kind of refusal can get wrong while all others are right. */
const BREACHES: {
  name: string
  breaks: (status: number) => readonly string[]
  shows: string
  apply: (when: When) => Apply
  statuses?: readonly number[]
}[] = [
  {
    name: 'html',
    breaks: (status) => ['error-body', 'error-media-type', ...only401(status)],
    shows: 'has an HTML page as its body',
    apply: (when) => replaceBody(when, '<html><body><h1>Error</h1></body></html>', 'text/html'),
  },
  {
    name: 'empty',
    breaks: (status) => ['error-body', ...only401(status)],
    shows: 'has no body',
    apply: (when) => replaceBody(when, ''),
    statuses: [400, 403, 404, 413, 503],
  },
  {
    name: 'plain-text',
    breaks: () => ['error-media-type'],
    shows: 'is sent as text/plain',
    apply: (when) => replaceHeader(when, 'content-type', 'text/plain'),
  },
  {
    name: 'untyped',
    breaks: () => ['error-media-type'],
    shows: 'has no Content-Type',
    apply: (when) => replaceHeader(when, 'content-type', undefined),
    statuses: [401, 413, 503],
  },
  {
    name: 'problem-json',
    breaks: () => ['error-media-type'],
    shows: 'is sent as application/problem+json',
    apply: (when) => replaceHeader(when, 'content-type', 'application/problem+json'),
    statuses: [400, 404],
  },
  {
    name: 'truncated',
    breaks: (status) => ['error-body', 'error-media-type', ...only401(status)],
    shows: 'ends in the middle of its JSON',
    apply: (when) => replaceBody(when, (old) => old.slice(0, -2)),
    statuses: [400, 429, 500],
  },
  {
    name: 'without-code',
    breaks: () => ['error-code'],
    shows: 'has no code',
    apply: (when) => editJson(when, ({ error }: Json) => delete error.code),
    statuses: [400, 401, 404, 429, 503],
  },
  {
    name: 'without-param',
    breaks: () => ['error-param'],
    shows: 'has no param',
    apply: (when) => editJson(when, ({ error }: Json) => delete error.param),
    statuses: [401, 404, 413, 429, 500],
  },
  {
    name: 'without-message',
    breaks: () => ['error-message'],
    shows: 'has no message',
    apply: (when) => editJson(when, ({ error }: Json) => delete error.message),
    statuses: [403, 413, 429, 500],
  },
  {
    name: 'with-extra',
    breaks: () => ['error-closed'],
    shows: 'has a member too many',
    apply: (when) => editJson(when, ({ error }: Json) => Object.assign(error, { retryable: false })),
    statuses: [400, 403, 413, 429],
  },
]

/** A type that is in the enumeration and belongs to another status. */
const MISFITS: [status: number, type: string, breaks: readonly string[]][] = [
  [400, 'server_error', ['error-type-fits-status']],
  [400, 'authentication_error', ['error-type-fits-status']],
  [401, 'invalid_request_error', ['auth-error-type']],
  [401, 'server_error', ['auth-error-type']],
  [404, 'server_error', ['error-type-fits-status']],
  [413, 'server_error', ['error-type-fits-status']],
  [429, 'invalid_request_error', ['error-type-fits-status']],
  [500, 'invalid_request_error', ['error-type-fits-status']],
  [503, 'rate_limit_error', ['error-type-fits-status']],
]

const STATUSES = [400, 401, 403, 404, 413, 429, 500, 503]

/** Breaches that show on one status only. */
export const errorByStatusFaults = (): readonly Fault[] => [
  ...BREACHES.flatMap(({ name, breaks, shows, apply, statuses = STATUSES }) =>
    statuses.map(
      (status): Fault => ({
        name: `error-${status}-${name}`,
        breaks: breaks(status),
        shows: `the ${status} ${shows}`,
        apply: apply(onStatus(status)),
      }),
    ),
  ),
  ...MISFITS.map(
    ([status, type, breaks]): Fault => ({
      name: `error-${status}-of-type-${type.replaceAll('_', '-')}`,
      breaks,
      shows: `the type of the ${status} is ${type}`,
      apply: editJson(onStatus(status), ({ error }: Json) => (error.type = type)),
    }),
  ),
]

function only401(status: number): string[] {
  return status === 401 ? ['auth-error-type'] : []
}
