/** Section 5: which keys are accepted, and which are refused. */
import type { RequirementId } from '../harness/catalogue/requirements.ts'
import { isGenuine, type KeyForm } from '../harness/http/key-forms.ts'
import { complete, listModels, type Plan, type PlanOptions } from '../harness/http/request.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { CheckContext } from '../harness/run/check-context.ts'
import { provoked } from '../harness/run/check-context.ts'

type Operation = 'models' | 'completions'

function planFor(context: CheckContext, operation: Operation, options: PlanOptions): Plan {
  return operation === 'models' ? listModels(options) : context.plain(options)
}

/** Every form is refused with 401 on one operation, where the same request with the key as it should be is accepted. */
function refused(
  covers: RequirementId,
  operation: Operation,
  forms: readonly (KeyForm | null)[],
  more: readonly KeyForm[] = [],
): CheckOptions {
  return {
    covers,
    id: `${covers}.${operation}`,
    title: `${operation}: ${forms.map((form) => form ?? 'no header').join(', ')}`,
    profile: covers === 'auth-missing-key' ? 'smoke' : 'core',
    modelless: operation === 'models',
    run: async (context) => {
      const chosen = context.within('full') ? [...forms, ...more] : context.within('core') ? forms : forms.slice(0, 1)
      // Where the target asks for no key, a key in another header or in the URL proves nothing.
      if (
        covers === 'auth-key-elsewhere' &&
        (await context.look(planFor(context, operation, { form: null }))).answer?.status === 200
      )
        return
      const bad = chosen.filter((form) => form === null || !isGenuine(form, 'valid', context.target.keys))
      await Promise.all(
        bad.map((form) =>
          context.reject(`${operation} with ${form ?? 'no key'}`, planFor(context, operation, { form }), {
            // 4.1 has no parameters: a query string may be refused as such.
            statuses: operation === 'models' && form?.startsWith('query-') ? [401, 400] : [401],
            control: planFor(context, operation, {}),
          }),
        ),
      )
    },
  }
}

/** Streams with a bad key, or none. */
async function refusedStreams(context: CheckContext, forms: readonly (KeyForm | null)[]): Promise<void> {
  const body = context.body({ stream: true })
  for (const form of forms) {
    if (form !== null && isGenuine(form, 'valid', context.target.keys)) continue
    await context.reject(`a stream with ${form ?? 'no key'}`, complete(body, { form }), {
      statuses: [401],
      control: complete(body),
    })
  }
}

const refusals: readonly (readonly [
  covers: RequirementId,
  forms: readonly (KeyForm | null)[],
  more: readonly KeyForm[],
])[] = [
  ['auth-missing-key', [null, 'empty-header', 'no-token'], []],
  [
    'auth-malformed-key',
    ['no-prefix', 'other-prefix', 'no-secret', 'plain-word'],
    ['empty-secret', 'empty-id', 'bare-prefix', 'upper-case-prefix'],
  ],
  ['auth-unknown-key', ['unknown', 'unknown-id'], []],
  [
    'auth-wrong-secret',
    ['secret-last-changed', 'secret-replaced', 'secret-cut', 'secret-longer'],
    ['secret-first-changed', 'secret-other-case'],
  ],
  ['auth-other-scheme', ['basic', 'token-scheme', 'no-scheme'], ['scheme-with-colon']],
  [
    'auth-key-elsewhere',
    ['query-api-key', 'x-api-key'],
    ['query-key', 'query-access-token', 'api-key-header', 'cookie'],
  ],
]

export const auth = suite('auth', [
  {
    covers: 'auth-valid-key',
    id: 'auth-valid-key.models',
    title: 'the model list accepts Bearer and the valid key',
    profile: 'smoke',
    modelless: true,
    run: async (context) => {
      await context.acceptShared('models with the valid key', listModels())
    },
  },
  {
    covers: 'auth-valid-key',
    id: 'auth-valid-key.completions',
    title: 'completions accept Bearer and the valid key',
    profile: 'smoke',
    run: async (context) => {
      await context.acceptShared('a completion with the valid key', context.plain())
    },
  },
  ...refusals.flatMap(([covers, forms, more]) => [
    refused(covers, 'models', forms, more),
    refused(covers, 'completions', forms, more),
  ]),
  {
    covers: 'auth-wrong-secret',
    id: 'auth-wrong-secret.crossed',
    title: 'the id of one valid key with the secret of another, and a wrong secret under the second key',
    profile: 'full',
    modelless: true,
    needs: ['key:second'],
    run: async (context) => {
      const statuses = [401]
      if (!isGenuine('secret-of-second', 'valid', context.target.keys)) {
        await context.reject('the secret of the second key', listModels({ form: 'secret-of-second' }), {
          statuses,
          control: listModels(),
        })
      }
      await context.reject(
        'a wrong secret of the second key',
        listModels({ role: 'second', form: 'secret-replaced' }),
        {
          statuses,
          control: listModels({ role: 'second' }),
        },
      )
    },
  },
  {
    covers: 'auth-scheme-case',
    title: 'bearer and BEARER are accepted as Bearer is',
    modelless: true,
    run: async (context) => {
      for (const form of ['lower-case-scheme', 'upper-case-scheme'] as const) {
        await context.accept(form, listModels({ form }), {}, listModels())
      }
    },
  },
  {
    covers: 'auth-missing-key',
    id: 'auth-missing-key.streams',
    title: 'a stream asks for the key as a completion does',
    profile: 'full',
    run: async (context) => {
      await refusedStreams(context, [null])
    },
  },
  {
    covers: 'auth-wrong-secret',
    id: 'auth-wrong-secret.streams',
    title: 'a stream looks at the secret as a completion does',
    profile: 'full',
    run: async (context) => {
      await refusedStreams(context, ['secret-replaced', 'secret-last-changed'])
    },
  },
  {
    covers: 'auth-other-scheme',
    id: 'auth-other-scheme.streams',
    title: 'a stream looks at the scheme as a completion does',
    profile: 'full',
    run: async (context) => {
      await refusedStreams(context, ['basic'])
    },
  },
  {
    covers: 'auth-disabled',
    title: 'a disabled key is refused with 403 on completions',
    profile: 'full',
    needs: ['provoke:disabled'],
    run: async (context) => {
      await context.state('a completion of a disabled account', await provoked(context, 'disabled'), [403])
      await context.state(
        'a stream of a disabled account',
        await provoked(context, 'disabled', { stream: true }),
        [403],
      )
    },
  },
  {
    covers: 'auth-disabled-models',
    title: 'the model list of a disabled key answers 403 or 200',
    profile: 'full',
    modelless: true,
    needs: ['provoke:disabled'],
    run: async (context) => {
      const { role, headers } = context.provocation('disabled')
      await context.state('the list of a disabled account', listModels({ role, headers }), [403, 200])
    },
  },
  {
    covers: 'auth-key-life',
    title: 'the form of the key in use',
    kind: 'observation',
    modelless: true,
    run: async (context) => {
      const form = /^svc_[^_]+_.+$/.test(context.target.keys.valid ?? '')
        ? 'of the form svc_<id>_<secret>'
        : 'of another form than svc_<id>_<secret>'
      await context.try(`the valid key is ${form}`, listModels(), { kind: 'observed', what: 'label' })
    },
  },
])
