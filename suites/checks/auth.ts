/** Section 5: which keys are accepted, and which are refused. */
import { isGenuine } from '../harness/http/key-forms.ts'
import { complete, listModels } from '../harness/http/request.ts'
import { accepted } from '../harness/judge/attempts.ts'
import { suite } from '../harness/run/check.ts'
import { askAfter } from '../harness/run/context/after-state.ts'
import { provoked } from '../harness/run/context/provoked.ts'
import { provoking } from './availability.ts'
import { otherPaths } from './keys/other-paths.ts'
import { operations, refuse, wrongKeys } from './keys/wrong-keys.ts'
import { RESERVE } from './rows/elsewhere.ts'

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
  ...wrongKeys,
  {
    covers: 'auth-missing-key',
    id: 'auth-missing-key.other-models',
    title: 'a request for another listed model without a key is refused',
    profile: 'full',
    extra: true,
    run: async (context) => {
      for (const model of (await context.otherModels()).slice(0, 2)) {
        const body = context.body({ model })
        const control = complete(body)
        if (accepted(await context.look(control)) !== 'yes') continue
        if (!(await context.drawsAgain(RESERVE, 1))) return
        await context.reject(`${model} with no key`, complete(body, { form: null }), { statuses: [401], control })
      }
    },
  },
  otherPaths,
  {
    covers: 'auth-wrong-secret',
    id: 'auth-wrong-secret.crossed',
    title: 'the id of one valid key with the secret of another, and a wrong secret under the second key',
    profile: 'full',
    modelless: true,
    needs: ['key:second'],
    run: async (context) => {
      const isShared = isGenuine('secret-of-second', 'valid', context.target.keys)
      const asked = operations.filter((operation) => operation === 'models' || context.preflight.model !== undefined)
      if (!isShared) for (const operation of asked) await refuse(context, operation, 'secret-of-second')
      const crossed = isShared ? 'secret-replaced' : 'secret-of-valid'
      for (const form of [crossed, 'secret-other-case'] as const)
        if (!isGenuine(form, 'second', context.target.keys)) await refuse(context, 'models', form, 'second')
    },
  },
  {
    covers: 'auth-scheme-case',
    title: 'bearer and BEARER are accepted as Bearer is',
    modelless: true,
    run: async (context) => {
      for (const form of ['lower-case-scheme', 'upper-case-scheme'] as const)
        await context.accept(form, listModels({ form }), {}, listModels())
    },
  },
  {
    covers: 'auth-disabled',
    title: 'a disabled key is refused with 403 on completions',
    ...provoking('disabled'),
    run: async (context) => {
      await context.state('a completion of a disabled account', await provoked(context, 'disabled'), [403])
      const streamed = await provoked(context, 'disabled', { stream: true })
      await context.state('a stream of a disabled account', streamed, [403])
      const [other] = context.target.provoke.disabled?.model === undefined ? await context.otherModels() : []
      if (other === undefined) return
      // A gateway may check the account for one model and not for another. The project may lack the other model.
      const plan = await provoked(context, 'disabled', { stream: true, model: other })
      await context.state('a stream of another model of a disabled account', plan, [403, 404])
    },
  },
  {
    covers: 'auth-wrong-secret',
    id: 'auth-wrong-secret.disabled',
    title: 'a wrong secret of a disabled account is refused with 401, like any other wrong key',
    profile: 'full',
    needs: ['provoke:disabled'],
    extra: true,
    run: async (context) => {
      if (context.provocation('disabled').role === 'disabled')
        await refuse(context, 'completions', 'secret-replaced', 'disabled')
    },
  },
  {
    covers: 'auth-disabled-models',
    title: 'the model list returns 403 or 200 to a disabled key',
    ...provoking('disabled'),
    modelless: true,
    run: async (context) => {
      const { role, headers } = context.provocation('disabled')
      // The list may have its own status for a header that it does not expect.
      if (headers.length > 0 && (await context.look(await provoked(context, 'disabled'))).response?.status !== 403)
        return
      await context.state('the list of a disabled account', listModels({ role, headers }), [403, 200])
    },
  },
  {
    covers: 'auth-valid-key',
    id: 'auth-valid-key.after-disabled',
    title: 'a valid key is served right after a disabled one was refused',
    ...provoking('disabled'),
    extra: true,
    run: (context) => askAfter(context, 'disabled', ['completion', 'list']),
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
