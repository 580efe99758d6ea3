/** Streams that are a little wrong, some of them only at times: 2.6 and section 6. */
import { type Ask, count, isStream, setHeader } from '../layer/ask.ts'
import { answer, chunks, eachChunk, events, isFinal, isText, type Json, type Mutation } from '../layer/mutation.ts'
import { literal, refusal, writeJson } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const has =
  (name: string) =>
  (ask: Ask): boolean =>
    ask.json !== null && typeof ask.json === 'object' && name in ask.json
const usageAsked = (ask: Ask): boolean => ask.json?.stream_options?.include_usage === true
const third = (ask: Ask): boolean => count(ask, 'third') % 3 === 0
const second = (ask: Ask): boolean => ask.role === 'second'
const system = (ask: Ask): boolean => ask.json?.messages?.some?.((m: Json) => m?.role === 'system')
const final = (edit: (chunk: Json) => void) => eachChunk(isFinal, edit)
const first = (edit: (chunk: Json) => void) => eachChunk((_c, at) => at === 0, edit)
const texts = (edit: (chunk: Json) => void) => eachChunk(isText, edit)
const edited = (edit: (all: Json[], ask: Ask) => Json[] | undefined, when?: (ask: Ask) => boolean) => chunks(edit, when)
const done = (mark: string, when?: (ask: Ask) => boolean): Mutation =>
  events((all) => [...all.slice(0, -1), mark], when)
const middle = (edit: (event: string) => string, when?: (ask: Ask) => boolean) =>
  events((all) => all.map((e, at) => (at === 2 ? edit(e) : e)), when)
const insert = (event: string, at: number, when?: (ask: Ask) => boolean) =>
  events((all) => [...all.slice(0, at), event, ...all.slice(at)], when)
const usage = (edit: (usage: Json, chunk: Json) => void) =>
  eachChunk(
    (c) => Boolean(c.usage),
    (c) => edit(c.usage, c),
  )
const media = (type: string | undefined, when: (ask: Ask) => boolean = () => true) =>
  answer(
    200,
    (r) => setHeader(r, 'Content-Type', type),
    (ask) => isStream(ask) && when(ask),
  )
const usageChunk = { freedoms: { streamUsage: 'own-chunk' } } as const
const framing = 'stream-framing stream-chunk-json stream-done stream-after-done'
const ending = 'stream-final-chunk stream-after-final stream-final-delta chunk-choice-finish-reason'
const cutAt = (part: number, when: (ask: Ask) => boolean = () => true) =>
  answer(
    200,
    (r) => {
      r.body = r.body.subarray(0, Math.floor(r.body.length * part))
    },
    (ask) => isStream(ask) && when(ask),
  )

export const streams = [
  ...musts(
    ['done-missing-usage', '6.5: no [DONE] when usage is asked for', 'stream-done', done('', usageAsked)],
    ['done-missing-max', '6.5: no [DONE] when max_tokens is given', 'stream-done', done('', has('max_tokens'))],
    ['done-missing-third', '6.5: no [DONE] every third time', 'stream-done', done('', third)],
    ['done-missing-stop', '6.5: no [DONE] when stop is given', 'stream-done', done('', has('stop'))],
    ['done-missing-second', '6.5: no [DONE] for the second project', 'stream-done', done('', second)],
    ['done-missing-system', '6.5: no [DONE] with system messages', 'stream-done', done('', system)],
    ['done-one-line-end', '6.5: no blank line after [DONE]', `stream-done ${framing}`, done('data: [DONE]\n')],
    ['done-bare', '6.5: no line end at all after [DONE]', `stream-done ${framing}`, done('data: [DONE]')],
    ['done-no-space', '6.5: data:[DONE]', framing, done('data:[DONE]\n\n')],
    ['done-space-after', '6.5: a space after [DONE]', framing, done('data: [DONE] \n\n')],
    ['done-lower', '6.5: [done]', framing, done('data: [done]\n\n')],
    ['done-quoted', '6.5: "[DONE]" as a JSON string', framing, done('data: "[DONE]"\n\n')],
    ['done-event', '6.5: event: done before it', framing, done('event: done\ndata: [DONE]\n\n')],
    ['done-twice', '6.5: [DONE] twice', framing, done('data: [DONE]\n\ndata: [DONE]\n\n')],
    ['done-then-comment', '6.5: a comment after [DONE]', framing, done('data: [DONE]\n\n: bye\n\n')],
    [
      'done-then-usage',
      '6.5: a usage chunk after [DONE]',
      `${framing} stream-*`,
      events((all) => [...all, all[0] ?? ''], usageAsked),
    ],
    ['done-then-nul', '6.5: a NUL after [DONE]', framing, done('data: [DONE]\n\n\0')],
    [
      'done-early',
      '6.5: [DONE] before the final chunk',
      `${framing} stream-* `,
      events((all) => [...all.slice(0, -2), all.at(-1) ?? '', all.at(-2) ?? '']),
    ],
    [
      'space-missing-first',
      '6.2: no space in the first event',
      framing,
      events((all) => all.map((e, at) => (at === 0 ? e.replace('data: ', 'data:') : e))),
    ],
    [
      'space-missing-usage',
      '6.2: no space when usage is asked for',
      framing,
      events((all) => all.map((e) => e.replace('data: ', 'data:')), usageAsked),
    ],
    ['space-two', '6.2: two spaces in the third event', framing, middle((e) => e.replace('data: ', 'data:  '))],
    ['space-tab', '6.2: a tab', framing, middle((e) => e.replace('data: ', 'data:\t'))],
    ['field-upper', '6.2: Data:', `${framing} stream-*`, middle((e) => e.replace('data', 'Data'))],
    [
      'blank-missing',
      '6.2: no blank line between two events',
      `${framing} stream-* chunk-*`,
      middle((e) => e.replace('\n\n', '\n')),
    ],
    [
      'blank-space',
      '6.2: the blank line holds a space',
      `${framing} stream-* chunk-*`,
      middle((e) => e.replace('\n\n', '\n \n')),
    ],
    ['two-lines', '6.2: one chunk on two data lines', framing, middle((e) => e.replace(/,\s*"/, ',\ndata: "'))],
    ['event-line', '6.2: event: message', framing, middle((e) => `event: message\n${e}`)],
    [
      'event-line-final',
      '6.2: event: end before the last chunk',
      framing,
      events((all) => all.map((e, at) => (at === all.length - 2 ? `event: end\n${e}` : e))),
    ],
    ['id-line', '6.2: id: 1', framing, middle((e) => `id: 1\n${e}`)],
    ['retry-line', '6.2: retry at the start', framing, insert('retry: 3000\n\n', 0)],
    ['ping-event', '6.2: an event ping without data', framing, insert('event: ping\n\n', 1)],
    ['empty-data', '6.2: an empty data line', framing, insert('data:\n\n', 1)],
    ['empty-data-space', '6.2: an empty data line with a space', framing, insert('data: \n\n', 1)],
    ['data-null', '6.2: data: null', `${framing} chunk-*`, insert('data: null\n\n', 1)],
    ['data-object', '6.2: data: {}', `${framing} chunk-* stream-*`, insert('data: {}\n\n', 1)],
    ['data-ping', '6.2: data: [PING]', framing, insert('data: [PING]\n\n', 1)],
    ['json-lines', '6.2: JSON lines without data:', `${framing} stream-*`, middle((e) => e.slice(6))],
    ['unknown-field', '6.2: a line of an unknown field', framing, middle((e) => `x-trace: 1\n${e}`)],
    [
      'array-of-chunks',
      '6.2: two chunks in one array',
      `${framing} chunk-* stream-*`,
      edited((all) => [all.slice(0, 2), ...all.slice(2)] as Json[]),
    ],
    [
      'json-nan',
      '6.2 JSON: NaN',
      framing,
      texts((c) => {
        c.score = literal('NaN')
      }),
    ],
    [
      'chunk-broken-utf8',
      '6.2: bytes that are no UTF-8',
      `${framing} stream-*`,
      answer(
        200,
        (r) => {
          r.body = Buffer.concat([r.body.subarray(0, 12), Buffer.from([0xc3]), r.body.subarray(12)])
        },
        isStream,
      ),
    ],
    ['cut-half', '6: half the stream and a proper end', 'stream-*', cutAt(0.5)],
    ['cut-half-third', '6: half the stream every third time', 'stream-*', cutAt(0.5, third)],
    [
      'cut-last-byte',
      '6.5: the last byte is lost',
      framing,
      answer(
        200,
        (r) => {
          r.body = r.body.subarray(0, -1)
        },
        isStream,
      ),
    ],
    [
      'reset-after-half',
      '6: the connection breaks half-way',
      'stream-*',
      answer(
        200,
        (r) => {
          r.wire = (s) => {
            const half = r.body.subarray(0, r.body.length / 2)
            s.write(
              `HTTP/1.1 200 OK\r\n${r.headers.map((h) => h.join(': ')).join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n`,
            )
            s.write(half)
            s.write('\r\n')
            s.end()
          }
        },
        isStream,
      ),
    ],
    ['final-missing', '6.4: no final chunk', ending, edited((all) => all.filter((c) => !isFinal(c)))],
    [
      'final-missing-max',
      '6.4: no final chunk when max_tokens is given',
      ending,
      edited((all) => all.filter((c) => !isFinal(c)), has('max_tokens')),
    ],
    ['final-twice', '6.4: the final chunk twice', ending, edited((all) => [...all, ...all.filter(isFinal)])],
    [
      'final-text',
      '6.4: the final chunk adds text',
      ending,
      final((c) => {
        c.choices[0].delta = { content: ' end' }
      }),
    ],
    [
      'final-merged',
      '6.4: the last text carries the finish',
      ending,
      edited((all) => {
        const last = all.findLast(isText)
        if (last) last.choices[0].finish_reason = 'stop'
        return all.filter((c) => c === last || !isFinal(c))
      }),
    ],
    [
      'final-text-system',
      '6.4: the final chunk repeats the text with system messages',
      ending,
      edited((all) => {
        for (const c of all) if (isFinal(c)) c.choices[0].delta = { content: 'The tide' }
        return undefined
      }, system),
    ],
    [
      'text-after-final',
      '6.4: text after the final chunk',
      ending,
      edited((all) => {
        const text = all.find(isText)
        return text ? [...all, text] : all
      }),
    ],
    [
      'finish-early',
      '6.3: a text chunk with stop',
      `${ending} stream-content`,
      edited((all) => {
        const text = all.find(isText)
        if (text) text.choices[0].finish_reason = 'stop'
        return all
      }),
    ],
    [
      'finish-empty',
      '6.3: finish_reason "" on text',
      'chunk-choice-finish-reason stream-content',
      texts((c) => {
        c.choices[0].finish_reason = ''
      }),
    ],
    [
      'finish-word-null',
      '6.3: finish_reason "null"',
      'chunk-choice-finish-reason stream-content',
      texts((c) => {
        c.choices[0].finish_reason = 'null'
      }),
    ],
    [
      'finish-missing',
      '2.6: finish_reason left out while there is none',
      'chunk-choice-finish-reason stream-content',
      texts((c) => {
        delete c.choices[0].finish_reason
      }),
    ],
    [
      'finish-missing-first',
      '2.6: finish_reason left out in the first chunk',
      'chunk-choice-finish-reason stream-content',
      first((c) => {
        delete c.choices[0]?.finish_reason
      }),
    ],
    [
      'finish-end-turn',
      '6.4: end_turn when stop is given',
      `chunk-choice-finish-reason ${ending}`,
      edited((all) => {
        for (const c of all) if (isFinal(c)) c.choices[0].finish_reason = 'end_turn'
        return undefined
      }, has('stop')),
    ],
    [
      'delta-missing-final',
      '2.6 delta: missing in the final chunk',
      'chunk-choice-delta stream-final-delta',
      final((c) => {
        delete c.choices[0].delta
      }),
    ],
    [
      'delta-null-final',
      '2.6 delta: null in the final chunk',
      'chunk-choice-delta stream-final-delta',
      final((c) => {
        c.choices[0].delta = null
      }),
    ],
    [
      'delta-as-message',
      '2.6 delta: message in its place',
      'chunk-* stream-*',
      texts((c) => {
        c.choices[0].message = c.choices[0].delta
        delete c.choices[0].delta
      }),
    ],
    [
      'delta-role-null',
      '2.6 delta role: null',
      'chunk-delta-role',
      texts((c) => {
        c.choices[0].delta.role = null
      }),
    ],
    [
      'delta-role-empty',
      '2.6 delta role: "" after the first',
      'chunk-delta-role',
      eachChunk(
        (c, at) => at > 0 && isText(c),
        (c) => {
          c.choices[0].delta.role = ''
        },
      ),
    ],
    [
      'delta-role-user',
      '2.6 delta role: user in the first',
      'chunk-delta-role',
      first((c) => {
        if (c.choices[0]) c.choices[0].delta.role = 'user'
      }),
    ],
    [
      'delta-null',
      '2.6 delta content: null beside the role',
      'chunk-delta-content',
      edited((all) => [
        { ...all[0], choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }] },
        ...all,
      ]),
    ],
    [
      'delta-null-final-content',
      '2.6 delta content: null in the final chunk',
      'chunk-delta-content stream-final-delta stream-final-delta-bare',
      final((c) => {
        c.choices[0].delta = { content: null }
      }),
    ],
    [
      'delta-number',
      '2.6 delta content: a number when the text is one',
      'chunk-delta-content',
      edited((all) => [{ ...all[0], choices: [{ index: 0, delta: { content: 7 }, finish_reason: null }] }, ...all]),
    ],
    [
      'index-1',
      '2.6 index: counts the chunks',
      'chunk-choice-index',
      edited((all) => {
        all.forEach((c, at) => {
          if (c.choices[0]) c.choices[0].index = at
        })
        return undefined
      }),
    ],
    [
      'index-missing-final',
      '2.6 index: missing in the final chunk',
      'chunk-choice-index',
      final((c) => {
        delete c.choices[0].index
      }),
    ],
    [
      'choice-logprobs',
      '2.6 choice closed: logprobs null in the final chunk',
      'chunk-choice-closed',
      final((c) => {
        c.choices[0].logprobs = null
      }),
    ],
    [
      'choice-extra-usage',
      '2.6 choice closed: usage in the choice',
      'chunk-choice-closed',
      final((c) => {
        c.choices[0].usage = c.usage ?? {}
      }),
    ],
    [
      'choice-filter',
      '2.6 choice closed: content_filter_results beside text for the second project',
      'chunk-choice-closed',
      edited((all) => {
        for (const c of all) if (isText(c)) c.choices[0].content_filter_results = {}
        return undefined
      }, second),
    ],
    [
      'choices-two',
      '2.6 choices: two in a text chunk',
      'chunk-choices',
      texts((c) => {
        c.choices.push({ index: 0, delta: {}, finish_reason: null })
      }),
    ],
    [
      'choices-missing-usage',
      '2.6 choices: missing in the usage chunk',
      'chunk-choices',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          delete c.choices
        }),
      },
    ],
    [
      'choices-null-usage',
      '2.6 choices: null in the usage chunk',
      'chunk-choices',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          c.choices = null
        }),
      },
    ],
    [
      'chunk-object-last',
      '2.6 object: chat.completion in the last',
      'chunk-object',
      eachChunk(
        (_c, at, all) => at === all.length - 1,
        (c) => {
          c.object = 'chat.completion'
        },
      ),
    ],
    [
      'chunk-object-usage',
      '2.6 object: missing in the usage chunk',
      'chunk-object',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          delete c.object
        }),
      },
    ],
    [
      'chunk-id-missing',
      '2.6 id: only in the first chunk',
      'chunk-id stream-one-id',
      eachChunk(
        (_c, at) => at > 0,
        (c) => {
          delete c.id
        },
      ),
    ],
    [
      'chunk-id-null-usage',
      '2.6 id: null in the usage chunk',
      'chunk-id stream-one-id',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          c.id = null
        }),
      },
    ],
    [
      'chunk-model-missing',
      '2.6 model: missing in the final chunk',
      'chunk-model',
      final((c) => {
        delete c.model
      }),
    ],
    [
      'chunk-model-null',
      '2.6 model: null in the usage chunk',
      'chunk-model',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          c.model = null
        }),
      },
    ],
    [
      'chunk-created-fraction',
      '2.6 created: a fraction in the second chunk',
      'chunk-created',
      eachChunk(
        (_c, at) => at === 1,
        (c) => {
          c.created += 0.25
        },
      ),
    ],
    [
      'chunk-created-2-63',
      '2.6 created: one above int64 in the final chunk',
      'chunk-created',
      final((c) => {
        c.created = literal('9223372036854775808')
      }),
    ],
    [
      'chunk-created-text',
      '2.6 created: a string in the final chunk',
      'chunk-created',
      final((c) => {
        c.created = String(c.created)
      }),
    ],
    [
      'chunk-created-missing',
      '2.6 created: missing in the usage chunk',
      'chunk-created',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          delete c.created
        }),
      },
    ],
    [
      'chunk-usage-zero',
      '2.6 usage: 0',
      'chunk-usage',
      texts((c) => {
        c.usage = 0
      }),
    ],
    [
      'chunk-usage-empty',
      '2.6 usage: {} before the last',
      'chunk-usage usage-*',
      texts((c) => {
        c.usage = {}
      }),
    ],
    [
      'chunk-usage-false',
      '2.6 usage: false when not asked for',
      'chunk-usage',
      edited(
        (all) => {
          for (const c of all) c.usage = false
          return undefined
        },
        (ask) => !usageAsked(ask),
      ),
    ],
    [
      'chunk-usage-no-total',
      '2.5 total_tokens: missing in streams',
      'usage-total-tokens chunk-usage',
      usage((u) => {
        delete u.total_tokens
      }),
    ],
    [
      'chunk-usage-minus',
      '2.5 completion_tokens: -1 in streams',
      'usage-completion-tokens usage-total-sum',
      usage((u) => {
        u.completion_tokens = -1
      }),
    ],
    [
      'chunk-usage-details',
      '2.5 completion_tokens_details: null in streams',
      'usage-completion-details',
      usage((u) => {
        u.completion_tokens_details = null
      }),
    ],
    [
      'chunk-usage-2-63',
      '2.5 prompt_tokens: one above int64 in streams',
      'usage-prompt-tokens usage-total-sum',
      usage((u) => {
        u.prompt_tokens = literal('9223372036854775808')
      }),
    ],
    ['stream-media-missing', '6.1: no Content-Type', 'stream-media-type', media(undefined)],
    [
      'stream-media-json-usage',
      '6.1: application/json when usage is asked for',
      'stream-media-type',
      media('application/json', usageAsked),
    ],
    [
      'stream-media-ndjson',
      '6.1: application/x-ndjson for the second project',
      'stream-media-type',
      media('application/x-ndjson', second),
    ],
    ['stream-media-plain', '6.1: text/plain with system messages', 'stream-media-type', media('text/plain', system)],
    [
      'invalid-200',
      '7.1: an invalid stream gets 200 and an error event',
      'stream-invalid-request request-* message-* error-* model-*',
      answer(
        [400, 404],
        (r) => {
          const body = JSON.parse(r.body.toString())
          r.status = 200
          setHeader(r, 'Content-Type', 'text/event-stream')
          r.body = Buffer.from(`data: ${writeJson(body)}\n\ndata: [DONE]\n\n`)
        },
        isStream,
      ),
    ],
    [
      'invalid-200-stop',
      '7.1: a stream with a bad stop gets 200 and an error event',
      'stream-invalid-request request-stop request-no-null',
      answer(
        400,
        (r) => {
          const body = JSON.parse(r.body.toString())
          r.status = 200
          setHeader(r, 'Content-Type', 'text/event-stream')
          r.body = Buffer.from(`data: ${writeJson(body)}\n\ndata: [DONE]\n\n`)
        },
        (ask) => isStream(ask) && has('stop')(ask),
      ),
    ],
    [
      'invalid-event-400',
      '7.1: an invalid stream gets 400 with an event',
      'stream-invalid-request error-*',
      answer(
        400,
        (r) => {
          setHeader(r, 'Content-Type', 'text/event-stream')
          r.body = Buffer.from(`data: ${r.body.toString().trim()}\n\n`)
        },
        isStream,
      ),
    ],
    [
      'invalid-media-404',
      '7.1: the 404 of a stream is labelled text/event-stream',
      'stream-invalid-request error-media-type',
      answer(404, (r) => setHeader(r, 'Content-Type', 'text/event-stream'), isStream),
    ],
    [
      'invalid-422-stream',
      '4.2: an invalid stream gets 422',
      'stream-invalid-request completion-statuses request-* message-*',
      answer(
        400,
        (r) => {
          r.status = 422
        },
        isStream,
      ),
    ],
    [
      'stream-empty',
      '6: 200 with an empty stream every third time',
      'stream-*',
      answer(
        200,
        (r) => {
          r.body = Buffer.alloc(0)
        },
        (ask) => isStream(ask) && third(ask),
      ),
    ],
    [
      'stream-unavailable-late',
      '4.2: an unavailable model answers a stream with 200 and an error event',
      'unavailable-503 stream-*',
      answer(
        503,
        (r) => {
          const body = JSON.parse(r.body.toString())
          r.status = 200
          setHeader(r, 'Content-Type', 'text/event-stream')
          r.body = Buffer.from(`data: ${writeJson(body)}\n\n`)
        },
        isStream,
      ),
    ],
    [
      'second-stream-json',
      '4.2: streams of the second project are one JSON body',
      'stream-*',
      answer(
        200,
        (r) => Object.assign(r, refusal(400)),
        (ask) => isStream(ask) && second(ask),
      ),
    ],
  ),
  ...shoulds(
    [
      'ids-vary',
      'readings: the id changes in the middle',
      'stream-one-id',
      eachChunk(
        (_c, at) => at > 2,
        (c) => {
          c.id += 'x'
        },
      ),
    ],
    [
      'id-varies-usage',
      'readings: the usage chunk has an id of its own',
      'stream-one-id',
      {
        ...usageChunk,
        ...usage((_u, c) => {
          c.id += 'x'
        }),
      },
    ],
    [
      'final-role',
      'readings: the final delta names the role',
      'stream-final-delta-bare',
      final((c) => {
        c.choices[0].delta = { role: 'assistant' }
      }),
    ],
    [
      'final-empty-content-stop',
      'readings: the final delta has content "" when stop is given',
      'stream-final-delta-bare',
      edited((all) => {
        for (const c of all) if (isFinal(c)) c.choices[0].delta = { content: '' }
        return undefined
      }, has('stop')),
    ],
    ['blank-three', '6.2 a blank line: two of them', 'stream-blank-lines', middle((e) => `${e}\n`)],
    ['blank-lead', '6.2: a blank line at the start', 'stream-blank-lines', insert('\n', 0)],
    [
      'chunk-model-bare',
      'readings: model lacks svc/ in streams',
      'completion-model-echo',
      eachChunk(
        () => true,
        (c) => {
          c.model = c.model.slice(4)
        },
      ),
    ],
    [
      'chunk-usage-sum',
      'readings: the total is wrong in streams',
      'usage-total-sum',
      usage((u) => {
        u.total_tokens += 1
      }),
    ],
    [
      'text-replaced',
      '6.3 text: letters beyond ASCII become U+FFFD',
      'stream-text-whole',
      {
        freedoms: { answerText: 'awkward', chunking: 'characters', jsonEscapes: 'raw' },
        ...texts((c) => {
          c.choices[0].delta.content = c.choices[0].delta.content.replace(/[^\x00-\x7f]/g, '\uFFFD')
        }),
      },
    ],
    [
      'text-half-pairs',
      '6.3 text: surrogate pairs are cut in two',
      'stream-text-whole',
      edited((all) => [
        { ...all[0], choices: [{ index: 0, delta: { content: '\ud83d' }, finish_reason: null }] },
        { ...all[0], choices: [{ index: 0, delta: { content: '\ude00' }, finish_reason: null }] },
        ...all,
      ]),
    ],
  ),
]
