/** Forged entries of a shared store, and forged requests to the admin API. */
import { Cells } from '../../../mock/core/metering/cells.ts'
import { ledgerIn } from '../../../mock/core/metering/ledger.ts'
import type { Project } from '../../../mock/core/types.ts'
import { startMock } from '../../../mock/index.ts'
import type { StoreConnection } from '../../../mock/server/store/connection.ts'
import { SharedLedgers } from '../../../mock/server/store/shared-ledgers.ts'
import type { Draw } from '../requests/draw.ts'
import { converse, readResponses } from '../responses/wire-responses.ts'
import type { Forge, ForgedKind } from './classes.ts'

/** What the store replies with: a flat list of mocks and their entries. */
type Reply = unknown

const COUNTS: readonly unknown[] = [
  ...[-1, '-1', 'nan', 'inf', '-inf', '1e9', '0x10', '1.5', '', ' ', null, {}, [], true],
  ...['9'.repeat(61), '9'.repeat(100_000), '\u0661'],
]

const NO_JSON = ['', '{', '\u0000', '['.repeat(100_000)]

/** Changes the entry of one mock. */
const entry =
  (change: (entry: Record<string, unknown>, draw: Draw) => unknown): Forge<Reply> =>
  (own, draw) => {
    const [mock, text] = own as [string, string]
    return [mock, JSON.stringify(change(JSON.parse(text) as Record<string, unknown>, draw)), 'another', text]
  }

const replies: Readonly<Record<string, Forge<Reply>>> = {
  'a wrong count': entry((own, draw) => ({ ...own, [draw.of(Object.keys(own))]: draw.of(COUNTS) })),
  'a count left out': entry((own, draw) => ({ ...own, [draw.of(Object.keys(own))]: undefined })),
  'no entry at all': entry((_, draw) => draw.of(COUNTS)),
  'members of prototypes': entry((own) => JSON.parse(`{"__proto__":${JSON.stringify(own)}}`)),
  'a text that is not JSON': (own, draw) => [...(own as unknown[]), 'x', draw.of(NO_JSON)],
  'another type of reply': (_, draw) =>
    draw.of([null, undefined, 0, 'OK', {}, [], { a: 'b' }, ['a'], [[[]]], [null, null]]),
}

/** Only entries that mocks have written may count, whatever else is in the store. */
function forgedStore(): ForgedKind<Reply> {
  const project = { name: 'p', cells: new Cells() } as unknown as Project
  const own = [
    'own',
    JSON.stringify(Object.fromEntries(Object.keys(ledgerIn(project.cells)).map((name) => [name, '7']))),
  ]
  return {
    kind: 'store',
    own,
    forgeries: replies,
    async judge(forged) {
      const send = async ([command]: readonly string[]): Promise<unknown> => (command === 'HGETALL' ? forged : 1)
      const ledgers = new SharedLedgers({ send } as unknown as StoreConnection, 'p', () => undefined)
      try {
        const sums = Object.values(await ledgers.read(project))
        // All entries have sevens: the sums must be of zero, one or two whole entries.
        const isOurs = sums.every((sum) => [0, 7, 14].includes(Number(sum)) && sum === sums[0])
        return isOurs ? 'refused' : { broken: `counted ${sums.join(', ')}` }
      } catch (error) {
        return { broken: `thrown: ${error}` }
      }
    },
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  /** Header lines; a value may contain anything that a line can. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const TOKEN = 'an-admin-token-of-the-fuzz'
const HOSTS = [
  ...['evil.test', '127.0.0.1.evil.test', 'evil-localhost', 'localhost.', ''],
  ...['0.0.0.0', '[::]', 'localhost@evil.test', 'localhost:1:2'],
]
const ORIGINS = ['https://evil.test', 'null', 'http://localhost.evil.test', 'http://127.0.0.1:1', 'file://', '']
const SITES = ['cross-site', 'same-site', 'x', 'none, cross-site']
const TYPES = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['application/jsonp', 'text/json', ''],
]
const CREDENTIALS = [
  ...['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN, `Bearer x${TOKEN}`],
]
const BODIES = [
  ...['{', '[]', 'null', '{"__proto__":{"name":"x"}}', '{"name":1}', '{"unknown":1}'],
  '{"quota":{"requests_per_minute":-1}}',
]
const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'post']
const OPERATIONS = [
  ...['/projects/main/script', '/projects/main', '/clock', '/clock/advance', '/config', '/reload', '/journal'],
]
const PATHS = [
  ...['/Projects', '//projects', '/projects/', '/%70rojects', '/projects?x=1', '/../projects', '/projects%00'],
]

const header =
  (name: string, values: readonly string[]): Forge<Asked> =>
  (own, draw) => ({ ...own, headers: own.headers.filter(([one]) => one !== name).concat([[name, draw.of(values)]]) })

const asked: Readonly<Record<string, Forge<Asked>>> = {
  'another host': header('Host', HOSTS),
  'another origin': header('Origin', ORIGINS),
  'another site': header('Sec-Fetch-Site', SITES),
  'the type of a form': header('Content-Type', TYPES),
  'another operation of another origin': (own, draw) => ({
    ...header('Origin', ['https://evil.test', 'null'])(own, draw),
    method: draw.of(['DELETE', 'PUT', 'POST', 'PATCH']),
    path: draw.of(OPERATIONS),
  }),
  'a preflight': (own, draw) => ({
    ...header('Origin', ['https://evil.test'])(own, draw),
    method: 'OPTIONS',
    headers: [
      ['Host', 'localhost'],
      ['Origin', 'https://evil.test'],
      ['Access-Control-Request-Method', 'POST'],
    ],
  }),
  'another token': header('Authorization', CREDENTIALS),
  'another body': (own, draw) => ({ ...own, body: draw.of(BODIES) }),
  'another method': (own, draw) => ({ ...own, method: draw.of(METHODS) }),
  'another path': (own, draw) => ({ ...own, path: draw.of(PATHS) }),
}

/** No forged request may open a project. Each gets exactly one response, with 4xx, that does not contain the token. */
async function forgedAdmin(): Promise<ForgedKind<Asked>> {
  const open = await startMock({ admin: {} })
  const closed = await startMock({ admin: { token: TOKEN } })
  const own: Asked = {
    method: 'POST',
    path: '/projects',
    headers: [
      ['Host', 'localhost'],
      ['Content-Type', 'application/json'],
      ['Authorization', `Bearer ${TOKEN}`],
    ],
    body: '{}',
  }
  return {
    kind: 'admin request',
    own,
    forgeries: asked,
    async judge({ method, path, headers, body }) {
      // With the right token any Host is accepted, since a web page cannot know the token. So use the mock without one.
      const isTokened = headers.some(([name, value]) => name === 'Authorization' && value !== `Bearer ${TOKEN}`)
      const mock = isTokened ? closed : open
      const before = mock.gateway.projects.length
      const all = [...headers, ['Content-Length', String(body.length)], ['Connection', 'close']]
      const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const { bytes, end } = await converse(
        mock.admin?.port ?? 0,
        [Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`)],
        true,
      )
      const { responses, rest } = readResponses(bytes)
      const [response] = responses
      if (end === 'late' || rest !== undefined || responses.length !== 1 || !response)
        return { broken: `${end}, ${responses.length} responses` }
      if (/^access-control-allow/im.test(bytes.toString())) return { broken: 'the response lets a page read it' }
      if (bytes.includes(TOKEN)) return { broken: 'the response holds the token' }
      if (mock.gateway.projects.length !== before) return { broken: `${response.status}, and a project is opened` }
      if (response.status < 400) return method === 'GET' ? 'harmless' : { broken: String(response.status) }
      return response.status < 500 ? 'refused' : { broken: String(response.status) }
    },
    async close() {
      await Promise.all([open.close(), closed.close()])
    },
  }
}

export const forgedServices = async (): Promise<readonly [ForgedKind<Reply>, ForgedKind<Asked>]> => [
  forgedStore(),
  await forgedAdmin(),
]
