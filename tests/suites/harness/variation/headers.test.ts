/** The number of headers of a request: a proxy refuses one with too many. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formNames, present } from '../../../../suites/harness/http/key-forms.ts'
import { complete } from '../../../../suites/harness/http/request.ts'
import { varied } from '../../../../suites/harness/variation/apply.ts'
import { dimensions, plainRow } from '../../../../suites/harness/variation/dimensions.ts'

/** Varnish takes 64, with the three parts of the first line. The rest is for the client library and other proxies. */
const MOST = 50

test(`no form of the key has more than ${MOST} headers in any variation`, () => {
  const keys = { valid: 'svc_main_not-a-real-secret-1' }
  const crowded = formNames.flatMap((form) =>
    dimensions.client.flatMap((client) =>
      dimensions.tracing.flatMap((tracing) => {
        const row = { ...plainRow, client, tracing, added: 'all', accept: '*/*', 'accept-encoding': 'gzip' } as const
        const plan = varied(complete({ model: 'svc/echo-1' }, { form }), row, { salt: '', maxTokens: 16 })
        const count = plan.headers.length + (present(form, keys.valid, keys).headers ?? []).length
        return count > MOST ? [`${form}, ${client}, ${tracing}: ${count}`] : []
      }),
    ),
  )
  assert.deepEqual(crowded, [])
})
