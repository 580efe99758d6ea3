/** Sections 2.3 to 2.5 and 4.2: completions without streaming. Invariants judge their bodies. */
import { gzipSync } from 'node:zlib'
import { valueAt } from '../harness/http/exact-json.ts'
import type { Exchange, Header } from '../harness/http/exchange.ts'
import { bytesOf } from '../harness/http/key-forms.ts'
import {
  complete,
  JSON_TYPE,
  listModels,
  type Plan,
  postRaw,
  RawJson,
  toJson,
  UPGRADE,
} from '../harness/http/request.ts'
import { objectIn } from '../harness/http/response.ts'
import { ENOUGH } from '../harness/judge/attempts.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { suite } from '../harness/run/check.ts'
import { conversation, everyOption } from '../harness/run/generated/controls.ts'
import { plainBody } from '../harness/run/plain-body.ts'
import { forInvalid, forValid } from '../harness/run/trial.ts'
import { dimensions, plainRow } from '../harness/variation/dimensions.ts'
import { contentOf, LONG_ACCEPTED, LONG_TEXT_BYTES, prose } from '../harness/variation/texts.ts'
import { optionsBody } from './rows/every-option.ts'

/** Valid requests with a long text, as changes to the plain one. More of them would only cost more. */
const LONG_FORMS: readonly Record<string, unknown>[] = [{}, { stream: true }].slice(0, LONG_ACCEPTED)

/** Bytes of a long text of instructions. */
const PAGE_BYTES = 6 * 1024

/** For a long response: bytes of the text to repeat, and output tokens as a multiple of those of other requests. */
const REPEATED_BYTES = 4 * 1024
const LONG_FACTOR = 32
/** Some proxies read a stream by lines, into a buffer that an event with such a word exceeds. */
const LONG_WORD = `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(16)}`

/** The first character of the text of a completion. */
function firstCharacter({ response }: Exchange): string {
  const content = response && valueAt(objectIn(response) ?? null, '/choices/0/message/content')
  const [first = 'e'] = typeof content === 'string' ? content : ''
  return first
}

export const completion = suite('completion', [
  {
    covers: 'completion-json',
    title: 'a valid request without stream returns 200 with a JSON completion',
    profile: 'smoke',
    run: async (context) => {
      await context.acceptShared('a plain completion', context.plain(), { as: 'completion' })
    },
  },
  {
    covers: 'message-content-long',
    title: `a text of ${LONG_TEXT_BYTES / 1024} KiB is accepted, for a completion and for a stream`,
    run: async (context) => {
      const messages = [{ role: 'user', content: contentOf('long', context.sentence) }]
      for (const set of LONG_FORMS) {
        // Refused requests with such a text are compared with these.
        const title = 'stream' in set ? 'a long text, streamed' : 'a long text'
        const long = context.complete({ ...set, messages })
        await context.try(title, long, { kind: 'accepted' }, { shared: true, control: context.complete(set) })
      }
      const page = prose(context.sentence, PAGE_BYTES, 'ASCII')
      const long = [...conversation, ...conversation.slice(2)].map(({ role, content }) => ({
        role,
        content: role === 'user' ? content : page,
      }))
      const set = { ...everyOption, messages: long }
      const title = 'long texts of a system and of an assistant'
      await context.accept(title, context.complete(set), {}, context.complete(everyOption))
      const control = optionsBody(context.seed, context.model, 'stream')
      await context.accept(`${title}, streamed`, complete({ ...control, messages: long }), {}, complete(control))
    },
  },
  {
    covers: 'client-headers-tolerated',
    title: 'headers of generic client libraries do no harm',
    // The variations of a run cover what else callers send; most requests have some of it.
    run: async (context) => {
      const preferring = context.plain({ headers: [JSON_TYPE, ['accept', 'application/xml, text/html;q=0.5']] })
      await context.accept('an Accept without JSON', preferring, {}, context.plain())
      const list = listModels()
      const lists = {
        // A common client library of Python sends it with each request.
        'Content-Type: application/json': JSON_TYPE,
        // Browsers send this, and some frameworks then render any JSON as a page.
        'Accept: text/html': ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
      } as const
      for (const [title, header] of Object.entries(lists))
        await context.accept(`a list with ${title}`, { ...list, headers: [header] }, { as: 'list' }, list)
      // Some frameworks render errors for browsers as pages. The header may affect the status, so only the form counts.
      const page = lists['Accept: text/html']
      const bad = complete(context.body({ temperature: 2.1 }), { headers: [JSON_TYPE, page] })
      const wrong = {
        'a bad field with Accept: text/html': bad,
        ...(context.within('full') && {
          'a wrong key with Accept: text/html': listModels({ form: 'unknown', headers: [page] }),
        }),
      }
      for (const [title, plan] of Object.entries(wrong)) await context.try(title, plan, OUTCOME, { silent: true })
      // Header bytes beyond ASCII are opaque (RFC 9110, 5.5): a gateway that cannot read them ignores them.
      const plain = context.plain()
      const beyond = 'a completion beside a header with bytes beyond ASCII'
      const foreign = context.plain({ headers: [JSON_TYPE, ['x-title', bytesOf('我的应用')]] })
      const options = { control: plain, retry: forInvalid(plain) }
      await context.try(beyond, foreign, { kind: 'accepted', alike: true }, options)
      const { baseUrl, network } = context.target
      const upgrading = context.plain({ headers: [JSON_TYPE, ['accept', '*/*'], ...UPGRADE] })
      // Some servers that ignore the offer lose the body with it.
      if (baseUrl.startsWith('http:') && !network?.proxy && !network?.http2)
        await context.accept('a completion with Upgrade: h2c', upgrading, {}, plain)
      // As browsers send them. Below the limit of common servers, but above the limit that some are set to.
      const cookies: Header = ['cookie', `a=${'x'.repeat(3000)}; b=${'y'.repeat(2000)}`]
      const long = context.plain({ headers: [JSON_TYPE, page, cookies] })
      if (context.within('full')) await context.accept('5000 bytes of cookies', long, {}, context.plain())
      const stream = context.complete({ stream: true })
      const asking: Plan = { ...stream, headers: [JSON_TYPE, ['accept', 'application/json']] }
      const accepting = await context.accept('a stream with Accept: application/json', asking, {}, stream)
      // If it is accepted, `stream` decides the form of the response, and not the header.
      if (accepting.exchange.response?.status === 200)
        context.also(accepting, 'stream-started', { kind: 'accepted', not: 'completion' })
    },
  },
  {
    covers: 'request-closed',
    id: 'request-closed.beyond-latin-1',
    title: 'an unlisted name with a quote, a backslash and a sign beyond Latin-1 is refused',
    // A server that copies the name into a header may crash here, or break its JSON. So the check runs late, and alone.
    alone: true,
    extra: true,
    run: async (context) => {
      // The name may have another form in error.param.
      await context.reject('an unlisted name beyond Latin-1', context.complete({ '"prix" \\ €': 1 }))
    },
  },
  {
    covers: 'client-headers-tolerated',
    id: 'client-headers-tolerated.agent',
    title: 'a request without a user agent is accepted',
    modelless: true,
    extra: true,
    run: async (context) => {
      const { model = context.preflight.forbidden } = context.preflight
      if (model === undefined) return
      const body = plainBody(model, context.maxTokens, context.seed)
      const asked = [
        { title: 'without a user agent', named: complete(body) },
        { title: 'a list without a user agent', named: listModels() },
        { title: 'a stream without a user agent', named: complete({ ...body, stream: true }) },
      ] as const
      // If the account were the reason for a 403, the requests with a user agent would get it as well.
      const retry = { ...forValid, retryOn: [...forValid.retryOn, 403], attempts: ENOUGH }
      for (const { title, named } of context.within('full') ? asked : asked.slice(0, 1)) {
        const options = { retry: { ...retry, between: named }, control: named, plainly: true }
        await context.try(title, { ...named, anonymous: true }, { kind: 'accepted' }, options)
      }
    },
  },
  {
    covers: 'request-integer-forms',
    title: '1.0 and 1e0 where an integer is expected',
    kind: 'observation',
    run: async (context) => {
      await context.observe('max_tokens 4.0', context.complete({ max_tokens: new RawJson('4.0') }))
      await context.observe('n 1e0', context.complete({ n: new RawJson('1e0') }))
    },
  },
  {
    covers: 'sampling-effects',
    title: 'what max_tokens and stop do to the response',
    kind: 'observation',
    run: async (context) => {
      // Some buffers, limits and codings fail only in long responses. A cap may refuse max_tokens, so only observe.
      const text = prose(context.sentence, REPEATED_BYTES, 'mixed')
      const content = `Repeat this: 1 22 333 4444 true false null ${LONG_WORD} ${text}`
      const long = { max_tokens: LONG_FACTOR * context.maxTokens, messages: [{ role: 'user', content }] }
      const row = { ...plainRow, 'accept-encoding': dimensions['accept-encoding'][1] ?? 'none' }
      await context.observe('a long completion', context.complete(long), { row })
      await context.observe('a long stream', context.complete({ ...long, stream: true }), { row })
      const one = { max_tokens: 1, messages: [{ role: 'user', content: 'Count from one to twenty.' }] }
      await context.observe('max_tokens 1', context.complete(one))
      // If the gateway gives the same reply again, this returns an empty text.
      const stop = firstCharacter(await context.look(context.plain()))
      await context.observe('stop at once', context.complete({ stop }))
      await context.observe('stop at once in a stream', context.complete({ stop, stream: true }))
    },
  },
  {
    covers: 'request-body-forms',
    title: 'content types, duplicate members, a byte order mark, compression',
    kind: 'observation',
    run: async (context) => {
      const body = toJson(context.body())
      await context.observe('no content type', context.plain({ headers: [] }))
      await context.observe('content type text/plain', context.plain({ headers: [['content-type', 'text/plain']] }))
      await context.observe('a member twice', postRaw(body.replace('{', '{"n":1,"n":1,'), { model: context.model }))
      await context.observe('a byte order mark', postRaw(`\uFEFF${body}`, { model: context.model }))
      if (!context.within('full')) return
      const headers: readonly Header[] = [JSON_TYPE, ['content-encoding', 'gzip']]
      await context.observe('a body in gzip', postRaw(gzipSync(body), { model: context.model, headers }))
      // By RFC 9110, 8.3.1, this is the media type of all other requests.
      const same: Header = ['content-type', 'Application/JSON; charset="utf-8"']
      const trial = await context.try(
        'a content type in other letters, with a quoted charset',
        context.plain({ headers: [same] }),
        { kind: 'accepted' },
        { requirement: 'client-headers-tolerated', control: context.plain() },
      )
      context.also(trial, 'request-body-forms', OUTCOME)
      const latin: Header = ['content-type', 'application/json; charset=iso-8859-1']
      await context.observe('another charset', context.plain({ headers: [latin] }))
    },
  },
])
