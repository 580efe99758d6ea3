/** JSON completions that are a little wrong, some of them only at times: 2.4 and 2.5. */
import { type Ask, count, isChat, isStream, setHeader } from '../layer/ask.ts'
import { answer, completion, type Json } from '../layer/mutation.ts'
import { literal } from '../layer/reply.ts'
import { musts, shoulds } from './breach.ts'

const choice = (edit: (choice: Json, body: Json, ask: Ask) => void, when?: (ask: Ask) => boolean) =>
  completion((body, ask) => edit(body.choices[0], body, ask), when)
const third = (ask: Ask): boolean => count(ask, 'third') % 3 === 0
const has =
  (name: string) =>
  (ask: Ask): boolean =>
    ask.json !== null && typeof ask.json === 'object' && name in ask.json
const saysMuch = (ask: Ask): boolean => ask.text.length > 2000
const beyondAscii = (ask: Ask): boolean => /[^\x00-\x7f]|\\u/.test(ask.text)
const lastIs =
  (role: string) =>
  (ask: Ask): boolean =>
    ask.json?.messages?.at?.(-1)?.role === role
const hasRole =
  (role: string) =>
  (ask: Ask): boolean =>
    ask.json?.messages?.some?.((m: Json) => m?.role === role)
const several = (ask: Ask): boolean => ask.json?.messages?.length > 1
const second = (ask: Ask): boolean => ask.role === 'second'
const usage = (edit: (usage: Json) => void, when?: (ask: Ask) => boolean) =>
  completion((body) => {
    if (body.usage) edit(body.usage)
  }, when)
const prompt = 'usage-prompt-details'
const media = (type: string | undefined, when: (ask: Ask) => boolean = () => true) =>
  answer(
    200,
    (reply) => setHeader(reply, 'Content-Type', type),
    (ask) => isChat(ask) && !isStream(ask) && when(ask),
  )

export const completions = [
  ...musts(
    [
      'id-number',
      '2.4 id: a number',
      'completion-id',
      completion((b) => {
        b.id = 17
      }),
    ],
    [
      'id-missing-stop',
      '2.4 id: missing when stop is given',
      'completion-id',
      completion((b) => {
        delete b.id
      }, has('stop')),
    ],
    [
      'id-null-second',
      '2.4 id: null for the second project',
      'completion-id',
      completion((b) => {
        b.id = null
      }, second),
    ],
    [
      'object-old',
      '2.4 object: text_completion',
      'completion-object',
      completion((b) => {
        b.object = 'text_completion'
      }),
    ],
    [
      'object-chunk-long',
      '2.4 object: the chunk name when the prompt is long',
      'completion-object',
      completion((b) => {
        b.object = 'chat.completion.chunk'
      }, saysMuch),
    ],
    [
      'object-third',
      '2.4 object: missing every third time',
      'completion-object',
      completion((b) => {
        delete b.object
      }, third),
    ],
    [
      'created-fraction',
      '2.4 created: a fraction',
      'completion-created',
      completion((b) => {
        b.created += 0.5
      }),
    ],
    [
      'created-text',
      '2.4 created: a string when temperature is given',
      'completion-created',
      completion((b) => {
        b.created = String(b.created)
      }, has('temperature')),
    ],
    [
      'created-2-63',
      '2.4 created: one above int64',
      'completion-created',
      completion((b) => {
        b.created = literal('9223372036854775808')
      }),
    ],
    [
      'created-nanoseconds',
      '2.4 created: above int64 for the second project',
      'completion-created',
      completion((b) => {
        b.created = literal('17000000000000000000')
      }, second),
    ],
    [
      'created-minus',
      '2.4 created: -1 for n 1',
      'completion-created',
      completion((b) => {
        b.created = -1
      }, has('n')),
    ],
    [
      'model-null',
      '2.4 model: null with system messages',
      'completion-model',
      completion((b) => {
        b.model = null
      }, hasRole('system')),
    ],
    [
      'model-missing',
      '2.4 model: missing',
      'completion-model',
      completion((b) => {
        delete b.model
      }),
    ],
    [
      'model-object',
      '2.4 model: an object',
      'completion-model',
      completion((b) => {
        b.model = { id: b.model }
      }),
    ],
    [
      'choices-none',
      '2.4 choices: none when max_tokens is 1',
      'completion-choices',
      completion(
        (b) => {
          b.choices = []
        },
        (ask) => ask.json?.max_tokens === 1,
      ),
    ],
    [
      'choices-two',
      '2.4 choices: two when n is given',
      'completion-choices',
      completion((b) => {
        b.choices.push(b.choices[0])
      }, has('n')),
    ],
    [
      'choices-two-top-p',
      '2.4 choices: two when top_p is given',
      'completion-choices',
      completion((b) => {
        b.choices.push({ ...b.choices[0], index: 0 })
      }, has('top_p')),
    ],
    [
      'choices-object',
      '2.4 choices: the choice without array',
      'completion-choices',
      completion((b) => {
        b.choices = b.choices[0]
      }),
    ],
    [
      'index-1',
      '2.4 index: 1',
      'choice-index',
      choice((c) => {
        c.index = 1
      }),
    ],
    [
      'index-missing-stop',
      '2.4 index: missing when stop is an array',
      'choice-index',
      choice(
        (c) => {
          delete c.index
        },
        (ask) => Array.isArray(ask.json?.stop),
      ),
    ],
    [
      'index-text',
      '2.4 index: "0" every third time',
      'choice-index',
      choice((c) => {
        c.index = '0'
      }, third),
    ],
    [
      'role-user',
      '2.4 role: user when the last message is of the assistant',
      'choice-message-role',
      choice((c) => {
        c.message.role = 'user'
      }, lastIs('assistant')),
    ],
    [
      'role-none-several',
      '2.4 role: missing after several messages',
      'choice-message-role',
      choice((c) => {
        delete c.message.role
      }, several),
    ],
    [
      'role-model',
      '2.4 role: model',
      'choice-message-role',
      choice((c) => {
        c.message.role = 'model'
      }),
    ],
    [
      'content-null-length',
      '2.4 content: null when max_tokens is given',
      'choice-message-content',
      choice((c) => {
        c.message.content = null
      }, has('max_tokens')),
    ],
    [
      'content-null-mct',
      '2.4 content: null when max_completion_tokens is 1',
      'choice-message-content',
      choice(
        (c) => {
          c.message.content = null
        },
        (ask) => ask.json?.max_completion_tokens === 1,
      ),
    ],
    [
      'content-missing-third',
      '2.4 content: missing every third time',
      'choice-message-content',
      choice((c) => {
        delete c.message.content
      }, third),
    ],
    [
      'content-parts',
      '2.4 content: parts beyond ASCII',
      'choice-message-content',
      choice((c) => {
        c.message.content = [{ type: 'text', text: c.message.content }]
      }, beyondAscii),
    ],
    [
      'content-refused',
      '2.4 content: null when the text was filtered',
      'choice-message-content',
      {
        freedoms: { finishReason: 'content_filter' },
        ...choice((c) => {
          c.message.content = null
        }),
      },
    ],
    [
      'message-flat',
      '2.4 message: text in its place',
      'choice-*',
      choice((c) => {
        c.text = c.message.content
        delete c.message
      }),
    ],
    [
      'finish-null',
      '2.4 finish_reason: null with system messages',
      'choice-finish-reason',
      choice((c) => {
        c.finish_reason = null
      }, hasRole('system')),
    ],
    [
      'finish-max-tokens',
      '2.4 finish_reason: max_tokens when it is reached',
      'choice-finish-reason',
      choice((c) => {
        c.finish_reason = 'max_tokens'
      }, has('max_tokens')),
    ],
    [
      'finish-stop-sequence',
      '2.4 finish_reason: stop_sequence when stop is given',
      'choice-finish-reason',
      choice((c) => {
        c.finish_reason = 'stop_sequence'
      }, has('stop')),
    ],
    [
      'finish-upper',
      '2.4 finish_reason: STOP',
      'choice-finish-reason',
      choice((c) => {
        c.finish_reason = 'STOP'
      }),
    ],
    [
      'finish-missing',
      '2.4 finish_reason: missing for long prompts',
      'choice-finish-reason',
      choice((c) => {
        delete c.finish_reason
      }, saysMuch),
    ],
    [
      'finish-content-filter',
      '2.4 finish_reason: content-filter with a dash',
      'choice-finish-reason',
      {
        freedoms: { finishReason: 'content_filter' },
        ...choice((c) => {
          c.finish_reason = 'content-filter'
        }),
      },
    ],
    [
      'choice-logprobs',
      '2.4 choice closed: logprobs null',
      'choice-closed',
      choice((c) => {
        c.logprobs = null
      }),
    ],
    [
      'choice-stop-reason',
      '2.4 choice closed: stop_reason when stop is given',
      'choice-closed',
      choice((c) => {
        c.stop_reason = 'x'
      }, has('stop')),
    ],
    [
      'choice-extra-temperature-top-p',
      '2.4 choice closed: an extra member when temperature and top_p meet',
      'choice-closed',
      choice(
        (c) => {
          c.sampling = {}
        },
        (ask) => has('temperature')(ask) && has('top_p')(ask),
      ),
    ],
    [
      'choice-extra-mct',
      '2.4 choice closed: an extra member when max_completion_tokens is given',
      'choice-closed',
      choice((c) => {
        c.truncated = false
      }, has('max_completion_tokens')),
    ],
    [
      'choice-extra-stream-false',
      '2.4 choice closed: delta when stream is false',
      'choice-closed',
      choice((c) => {
        c.delta = null
      }, has('stream')),
    ],
    [
      'choice-extra-second',
      '2.4 choice closed: an extra member for the second project',
      'choice-closed',
      choice((c) => {
        c.safe = true
      }, second),
    ],
    [
      'usage-null',
      '2.4 usage: null',
      'completion-usage',
      completion((b) => {
        b.usage = null
      }),
    ],
    [
      'usage-null-third',
      '2.4 usage: null every third time',
      'completion-usage',
      completion((b) => {
        b.usage = null
      }, third),
    ],
    [
      'usage-list',
      '2.4 usage: an array',
      'completion-usage usage-*',
      completion((b) => {
        b.usage = [b.usage]
      }),
    ],
    [
      'usage-empty',
      '2.5 usage: {} when stop is given',
      'usage-* completion-usage',
      completion((b) => {
        b.usage = {}
      }, has('stop')),
    ],
    [
      'usage-no-total',
      '2.5 total_tokens: missing',
      'usage-total-tokens',
      usage((u) => {
        delete u.total_tokens
      }),
    ],
    [
      'usage-minus',
      '2.5 completion_tokens: -1',
      'usage-completion-tokens usage-total-sum',
      usage((u) => {
        u.completion_tokens = -1
        u.total_tokens = u.prompt_tokens - 1
      }),
    ],
    [
      'usage-fraction',
      '2.5 prompt_tokens: estimated to a half beyond ASCII',
      'usage-prompt-tokens usage-total-sum usage-total-tokens',
      usage((u) => {
        u.prompt_tokens += 0.5
      }, beyondAscii),
    ],
    [
      'usage-text',
      '2.5 total_tokens: a string',
      'usage-total-tokens usage-total-sum',
      usage((u) => {
        u.total_tokens = String(u.total_tokens)
      }),
    ],
    [
      'usage-null-completion',
      '2.5 completion_tokens: null when max_tokens is 1',
      'usage-completion-tokens usage-total-sum',
      usage(
        (u) => {
          u.completion_tokens = null
        },
        (ask) => ask.json?.max_tokens === 1,
      ),
    ],
    [
      'usage-2-63',
      '2.5 total_tokens: one above int64',
      'usage-total-tokens usage-total-sum',
      usage((u) => {
        u.total_tokens = literal('9223372036854775808')
      }),
    ],
    [
      'details-null',
      '2.5 prompt_tokens_details: null',
      prompt,
      usage((u) => {
        u.prompt_tokens_details = null
      }),
    ],
    [
      'details-empty',
      '2.5 cached_tokens required: {}',
      prompt,
      usage((u) => {
        u.prompt_tokens_details = {}
      }),
    ],
    [
      'details-cached-null',
      '2.5 cached_tokens: null',
      prompt,
      usage((u) => {
        u.prompt_tokens_details = { cached_tokens: null }
      }),
    ],
    [
      'details-cached-fraction',
      '2.5 cached_tokens: a fraction',
      prompt,
      usage((u) => {
        u.prompt_tokens_details = { cached_tokens: 1.5 }
      }),
    ],
    [
      'details-reasoning-minus',
      '2.5 reasoning_tokens: -1',
      'usage-completion-details',
      usage((u) => {
        u.completion_tokens_details = { reasoning_tokens: -1 }
      }),
    ],
    [
      'details-reasoning-missing',
      '2.5 reasoning_tokens: only others',
      'usage-completion-details',
      usage((u) => {
        u.completion_tokens_details = { accepted_prediction_tokens: 0 }
      }),
    ],
    [
      'details-reasoning-huge',
      '2.5 reasoning_tokens: above int64',
      'usage-completion-details',
      usage((u) => {
        u.completion_tokens_details = { reasoning_tokens: literal('9223372036854775808') }
      }),
    ],
    ['media-text', '4.2 application/json: text/plain', 'completion-media-type', media('text/plain')],
    [
      'media-missing-stop',
      '4.2 application/json: no type when stop is given',
      'completion-media-type',
      media(undefined, has('stop')),
    ],
    ['media-x-json', '4.2 application/json: application/x-json', 'completion-media-type', media('application/x-json')],
    ['media-plus', '4.2 application/json: application/json+x', 'completion-media-type', media('application/json+x')],
    [
      'media-jsonl-second',
      '4.2 application/json: application/jsonl for the second project',
      'completion-media-type',
      media('application/jsonl', second),
    ],
    [
      'media-two',
      '4.2 application/json: two types in one header',
      'completion-media-type',
      media('application/json, text/html'),
    ],
    [
      'json-tail',
      '4.2 one JSON body: a second one after it',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.concat([r.body, r.body])
        },
        (ask) => isChat(ask) && !isStream(ask),
      ),
    ],
    [
      'json-latin1',
      'RFC 8259: bytes that are no UTF-8',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.from(r.body.toString().replace(/tide|said/, 'tid\u00e9'), 'latin1')
        },
        (ask) => isChat(ask) && !isStream(ask),
      ),
    ],
    [
      'json-nan',
      '4.2 JSON: NaN in an extra member',
      'completion-json',
      completion((b) => {
        b.score = literal('NaN')
      }),
    ],
    [
      'json-comma',
      '4.2 JSON: a comma before the end',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.from(r.body.toString().replace(/\}\s*$/, ',}'))
        },
        (ask) => isChat(ask) && !isStream(ask),
      ),
    ],
    [
      'json-prefix',
      '4.2 JSON: a guard against hijacking before it',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.concat([Buffer.from(")]}',\n"), r.body])
        },
        (ask) => isChat(ask) && !isStream(ask),
      ),
    ],
    [
      'json-cut-long',
      '4.2 JSON: the last byte is lost for long prompts',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.from(r.body.toString().trimEnd().slice(0, -1))
        },
        (ask) => isChat(ask) && !isStream(ask) && saysMuch(ask),
      ),
    ],
    [
      'json-wrapped',
      '2.4: the completion within data',
      'completion-*',
      completion((b) => {
        const copy = { ...b }
        for (const key of Object.keys(b)) delete b[key]
        b.data = copy
      }),
    ],
    [
      'json-control',
      'RFC 8259: a raw line end in a string',
      'completion-json',
      answer(
        200,
        (r) => {
          r.body = Buffer.from(r.body.toString().replace(/(tide|said) /, '$1\n'))
        },
        (ask) => isChat(ask) && !isStream(ask),
      ),
    ],
  ),
  ...shoulds(
    [
      'model-other',
      'readings: model lacks svc/',
      'completion-model-echo',
      completion((b) => {
        b.model = b.model.slice(4)
      }),
    ],
    [
      'model-dated-stop',
      'readings: a dated model when stop is given',
      'completion-model-echo',
      completion((b) => {
        b.model += '-2026'
      }, has('stop')),
    ],
    [
      'usage-sum',
      'readings: the total leaves out the prompt',
      'usage-total-sum',
      usage((u) => {
        u.total_tokens = u.completion_tokens
      }),
    ],
    [
      'usage-sum-one-off',
      'readings: the total is one too many with system messages',
      'usage-total-sum',
      usage((u) => {
        u.total_tokens += 1
      }, hasRole('system')),
    ],
    [
      'id-empty',
      'readings: an empty id',
      'completion-id-filled',
      completion((b) => {
        b.id = ''
      }),
    ],
  ),
]
