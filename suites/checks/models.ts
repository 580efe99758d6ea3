import { inDrawnOrder, seedFor } from '../harness/arbitraries/draws.ts'
import { complete, listModels } from '../harness/http/request.ts'
import { accepted } from '../harness/judge/attempts.ts'
import { OUTCOME } from '../harness/judge/evidence.ts'
import { suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { plainBody } from '../harness/run/plain-body.ts'
import { forValid, type Trial } from '../harness/run/trial.ts'
import { isModelId } from '../harness/text/model-id.ts'
import { names } from '../harness/text/names.ts'
import { plainRow } from '../harness/variation/dimensions.ts'
import { listFollowUps, NOT_FOUND } from './list-follow-ups.ts'
import { MODES, named, projects, spread } from './projects.ts'
import { RESERVE } from './rows/elsewhere.ts'

/** The number of listed models to try; a catalog may hold thousands. */
const SAMPLE = { core: 5, full: 12 } as const

/** Endings of names that some gateways map to the name without them. */
const ENDINGS = names('-v2 -2 0 -mini -turbo -preview -instruct -chat -fast -20260101 -8b')

/** Well-formed ids that resemble a listed one, but are not in the catalog. */
function neighbours({ model, seed, preflight: { listed } }: CheckContext): string[] {
  const [ending] = inDrawnOrder(ENDINGS, seed, (name) => `ending ${name}`)
  const near = [
    `${model}-latest`,
    `${model}${ending}`,
    model.slice(0, -1),
    `svc/x${model.slice(4)}`,
    model.replace(/^svc\//, 'svc/svc-'),
    'svc/-',
    'svc/a',
  ]
  return near.filter((id) => isModelId(id) && !listed.includes(id))
}

/** The full-width form of a visible ASCII character, which normalization to NFKC turns into that character. */
const fullWidth = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)

/** Spellings that a gateway takes for a listed id if it normalizes, decodes, splits or cuts ids. */
function spellings({ model: id, seed }: CheckContext): Readonly<Record<string, string>> {
  const name = id.slice(4)
  const [sign] = inDrawnOrder([..."!#$&'()*+.;<=>?[]^{|}~"], seed, String)
  return {
    'all in upper case': id.toUpperCase(),
    'in full-width letters': `svc/${name.replaceAll(/[a-z\d]/g, fullWidth)}`,
    'with a zero byte and more': `${id}\0 x`,
    'with encoded hyphens': id.replaceAll('-', '%2D'),
    'with a zero-width character inside': `svc/${name.slice(0, 1)}\u200b${name.slice(1)}`,
    'with another id': `${id},svc/other`,
    'behind a path': `svc/x/../${name}`,
    'with a version': `${id}@2024-01-01`,
    [`with ${sign} and more`]: `${id}${sign}1`,
  }
}

/**
 * @param near spellings by how they differ from the listed id
 * @param optional they are left out if the budget does not allow them
 */
async function refuseSpellings(
  context: CheckContext,
  near: Readonly<Record<string, string>>,
  optional = false,
): Promise<void> {
  const expected = { statuses: [400, 404], fields: ['model'] }
  // Some changes do not alter every id: it may have no letters, or no hyphens.
  const others = Object.entries(near).filter(([, model]) => model !== context.model)
  for (const [at, [how, model]] of others.entries()) {
    if (optional && !(await context.drawsAgain(RESERVE, others.length - at))) return
    // A gateway may look up the models of streams in other code.
    const [mode, set] = MODES[seedFor(context.seed, how) & 1] ?? MODES[0]
    await context.reject(`the listed id ${how}${mode}`, named(context, model, 'valid', set), expected)
  }
}

/** A cap may refuse a limit under both names, but never under one alone: they have the same bounds. */
async function compareLimits(context: CheckContext, id: string, { max_tokens, ...rest }: Record<string, unknown>) {
  const control = complete({ ...rest, max_completion_tokens: max_tokens })
  if (accepted(await context.look(control, true)) !== 'yes') return
  const options = { requirement: 'request-max-tokens', control, isFollowUp: true } as const
  await context.try(`max_tokens to ${id}`, complete({ ...rest, max_tokens }), { kind: 'accepted' }, options)
}

export const models = suite('models', [
  ...listFollowUps,
  {
    covers: 'models-list',
    title: 'GET /v1/models returns 200 with a model list',
    profile: 'smoke',
    modelless: true,
    run: async (context) => {
      const first = await context.acceptShared('the model list', listModels(), { as: 'list' })
      if (context.within('core')) await context.accept('the model list again', listModels(), { as: 'list' })
      // Section 9: the path with the prefix gets the response.
      context.also(first, 'version-path', { kind: 'accepted' }, 'the model list under /v1')
    },
  },
  {
    covers: 'model-not-found',
    title: 'a well-formed model that does not exist returns 404',
    profile: 'smoke',
    run: async (context) => {
      await context.reject('an unknown model', named(context, context.unknownModel), NOT_FOUND)
      if (!context.within('core')) return
      const streamed = named(context, context.unknownModel, 'valid', { stream: true })
      const control = context.complete({ stream: true })
      await context.reject('an unknown model, streamed', streamed, { ...NOT_FOUND, control })
      const near = neighbours(context)
      for (const id of context.within('full') ? near.slice(0, 4) : near.slice(0, 2))
        await context.reject(`an unlisted model ${id}`, named(context, id), NOT_FOUND)
    },
  },
  {
    covers: 'request-model-pattern',
    id: 'request-model-pattern.near',
    title: 'a spelling or pattern that a lenient lookup takes for a listed id is refused',
    run: async (context) => {
      const id = context.model
      const name = id.slice(4)
      const near = {
        'in upper case': `svc/${name.toUpperCase()}`,
        'without its prefix': name,
        'with a space before': ` ${id}`,
        'with a space after': `${id} `,
        'with a slash after': `${id}/`,
        'with a line break after': `${id}\n`,
        'with a slash before': `/${id}`,
        'with a capital before': `S${id.slice(1)}`,
        'with a provider before': `openai/${id}`,
        'with two slashes': id.replace('/', '//'),
        'with underscores for hyphens': id.replaceAll('-', '_'),
        'with a tag': `${id}:latest`,
        ...(context.within('full') && {
          'as a regular expression': 'svc/.*',
          'as a glob': 'svc/*',
          'as a pattern of SQL': 'svc/%',
        }),
      }
      await refuseSpellings(context, near)
    },
  },
  {
    covers: 'request-model-pattern',
    id: 'request-model-pattern.spellings',
    title: 'another spelling of a listed id is refused',
    profile: 'full',
    extra: true,
    run: (context) => refuseSpellings(context, spellings(context), true),
  },
  {
    covers: 'model-listed-callable',
    title: 'no listed model returns 404',
    run: async (context) => {
      const size = context.within('full') ? SAMPLE.full : SAMPLE.core
      const sample = context.preflight.listed.length > 0 ? spread(context.preflight.listed, size) : [context.model]
      for (const id of new Set(sample)) {
        const body = plainBody(id, context.target.limits.maxTokens, context.seed)
        const retry = { ...forValid, retryOn: [429, 500] }
        for (const [mode, set] of MODES) {
          // The plain request has max_tokens, which variations may replace.
          const options = { retry, control: context.complete(set), ...(mode === '' && { row: plainRow }) }
          const sent: Record<string, unknown> = { ...body, ...set }
          const ask = (title: string, body: object, isFollowUp = false): Promise<Trial> =>
            context.try(title, complete(body), { kind: 'callable' }, { ...options, silent: true, isFollowUp })
          let trial = await ask(`listed model ${id}${mode}`, sent)
          if (trial.exchange.response?.status === 400 && sent.max_tokens !== undefined) {
            await compareLimits(context, id, sent)
            // The model may have a cap below the limit of plain requests (4.2).
            const least = await ask(`listed model ${id}${mode}, one token`, { ...sent, max_tokens: 1 }, true)
            if (accepted(least.exchange) === 'yes') trial = least
          }
          context.evidence.push(trial.evidence)
          if (mode === '') context.also(trial, 'model-availability', { kind: 'observed', what: 'outcome' })
        }
      }
    },
  },
  ...projects,
  {
    covers: 'models-query',
    title: 'a query string on the model list',
    kind: 'observation',
    modelless: true,
    run: async (context) => {
      await context.try('with ?limit=1', listModels({ query: '?limit=1' }), OUTCOME)
    },
  },
])
