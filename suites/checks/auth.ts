/** Section 5: who is let in, and who is not. */

import { isGenuine, type KeyForm } from '../harness/http/key-forms.ts'
import { complete, listModels, type Plan, type PlanOptions } from '../harness/http/request.ts'
import { type CheckOptions, suite } from '../harness/run/check.ts'
import type { Lab } from '../harness/run/check-context.ts'
import { provoked } from '../harness/run/check-context.ts'

type Operation = 'models' | 'completions'

function planFor(lab: Lab, operation: Operation, options: PlanOptions): Plan {
  return operation === 'models' ? listModels(options) : lab.plain(options)
}

/** Every form is refused with 401 on one operation, where the same request with the key as it should be is accepted. */
function refused(
  covers: string,
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
    run: async (lab) => {
      const chosen = lab.within('full') ? [...forms, ...more] : lab.within('core') ? forms : forms.slice(0, 1)
      // Where no key at all is asked for, a key in the wrong place proves nothing.
      if (
        covers === 'auth-key-elsewhere' &&
        (await lab.look(planFor(lab, operation, { form: null }))).answer?.status === 200
      )
        return
      const bad = chosen.filter((form) => form === null || !isGenuine(form, 'valid', lab.target.keys))
      await Promise.all(
        bad.map((form) =>
          lab.reject(`${operation} with ${form ?? 'no key'}`, planFor(lab, operation, { form }), {
            // 4.1 has no parameters: a query string may be refused as such.
            statuses: operation === 'models' && form?.startsWith('query-') ? [401, 400] : [401],
            control: planFor(lab, operation, {}),
          }),
        ),
      )
    },
  }
}

/** Streams with a bad key, or none. */
async function refusedStreams(lab: Lab, forms: readonly (KeyForm | null)[]): Promise<void> {
  const body = lab.body({ stream: true })
  for (const form of forms) {
    if (form !== null && isGenuine(form, 'valid', lab.target.keys)) continue
    await lab.reject(`a stream with ${form ?? 'no key'}`, complete(body, { form }), {
      statuses: [401],
      control: complete(body),
    })
  }
}

const refusals: readonly (readonly [covers: string, forms: readonly (KeyForm | null)[], more: readonly KeyForm[]])[] = [
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
    run: async (lab) => {
      await lab.acceptShared('models with the valid key', listModels())
    },
  },
  {
    covers: 'auth-valid-key',
    id: 'auth-valid-key.completions',
    title: 'completions accept Bearer and the valid key',
    profile: 'smoke',
    run: async (lab) => {
      await lab.acceptShared('a completion with the valid key', lab.plain())
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
    run: async (lab) => {
      const statuses = [401]
      if (!isGenuine('secret-of-second', 'valid', lab.target.keys)) {
        await lab.reject('the secret of the second key', listModels({ form: 'secret-of-second' }), {
          statuses,
          control: listModels(),
        })
      }
      await lab.reject('a wrong secret of the second key', listModels({ role: 'second', form: 'secret-replaced' }), {
        statuses,
        control: listModels({ role: 'second' }),
      })
    },
  },
  {
    covers: 'auth-scheme-case',
    title: 'bearer and BEARER are accepted as Bearer is',
    modelless: true,
    run: async (lab) => {
      for (const form of ['lower-case-scheme', 'upper-case-scheme'] as const) {
        await lab.accept(form, listModels({ form }), {}, listModels())
      }
    },
  },
  {
    covers: 'auth-missing-key',
    id: 'auth-missing-key.streams',
    title: 'a stream asks for the key as a completion does',
    profile: 'full',
    run: async (lab) => {
      await refusedStreams(lab, [null])
    },
  },
  {
    covers: 'auth-wrong-secret',
    id: 'auth-wrong-secret.streams',
    title: 'a stream looks at the secret as a completion does',
    profile: 'full',
    run: async (lab) => {
      await refusedStreams(lab, ['secret-replaced', 'secret-last-changed'])
    },
  },
  {
    covers: 'auth-other-scheme',
    id: 'auth-other-scheme.streams',
    title: 'a stream looks at the scheme as a completion does',
    profile: 'full',
    run: async (lab) => {
      await refusedStreams(lab, ['basic'])
    },
  },
  {
    covers: 'auth-disabled',
    title: 'a disabled key is refused with 403 on completions',
    profile: 'full',
    needs: ['provoke:disabled'],
    run: async (lab) => {
      await lab.state('a completion of a disabled account', await provoked(lab, 'disabled'), [403])
      await lab.state('a stream of a disabled account', await provoked(lab, 'disabled', { stream: true }), [403])
    },
  },
  {
    covers: 'auth-disabled-models',
    title: 'the model list of a disabled key answers 403 or 200',
    profile: 'full',
    modelless: true,
    needs: ['provoke:disabled'],
    run: async (lab) => {
      const { role, headers } = lab.provocation('disabled')
      await lab.state('the list of a disabled account', listModels({ role, headers }), [403, 200])
    },
  },
  {
    covers: 'auth-key-life',
    title: 'the form of the key in use',
    kind: 'observation',
    modelless: true,
    run: async (lab) => {
      const form = /^svc_[^_]+_.+$/.test(lab.target.keys.valid ?? '')
        ? 'of the form svc_<id>_<secret>'
        : 'of another form than svc_<id>_<secret>'
      await lab.try(`the valid key is ${form}`, listModels(), { kind: 'observed', what: 'label' })
    },
  },
])
