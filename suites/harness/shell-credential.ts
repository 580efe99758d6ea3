/**
 * The same presentations of a key as in `credential`, written for a shell: a curl line shows how a
 * key was spoiled without ever holding it. Each is what stands inside double quotes.
 */
import { type KeyForm, keyRoles, keyVariable, present, recordedValue } from './credential.ts'

/** `V` stands for the name of the variable. */
const KEY = '$V'
const REST = `\${V#svc_}`
const ID = 'printf %s "$V" | cut -d_ -f2'
const SECRET = 'printf %s "$V" | cut -d_ -f3-'
/** What `other` in credential does to each character. */
const OTHER = "tr 0-9A-Za-z_- '[7*7]3[7*2][Q*16]T[Q*9][q*16]t[q*11]'"

/** Forms that do not depend on the key, or go into the URL, stand in a record as they are. */
const shells = {
  bearer: `Bearer ${KEY}`,
  'lower-case-scheme': `bearer ${KEY}`,
  'upper-case-scheme': `BEARER ${KEY}`,
  'empty-header': '',
  'no-token': 'Bearer ',
  'no-prefix': `Bearer ${REST}`,
  'other-prefix': `Bearer sk_${REST}`,
  'no-secret': `Bearer svc_$(${ID})`,
  'empty-secret': `Bearer svc_$(${ID})_`,
  'empty-id': `Bearer svc__$(${SECRET})`,
  'upper-case-prefix': `Bearer SVC_${REST}`,
  'unknown-id': `Bearer svc_$(${ID} | ${OTHER})_$(${SECRET})`,
  'secret-last-changed': `Bearer \${V%?}$(printf %s "$V" | tail -c 1 | ${OTHER})`,
  'secret-first-changed': `Bearer svc_$(${ID})_$(${SECRET} | cut -c1 | ${OTHER})$(${SECRET} | cut -c2-)`,
  'secret-cut': `Bearer \${V%?}`,
  'secret-longer': `Bearer \${V}x`,
  'secret-replaced': `Bearer svc_$(${ID})_$(${SECRET} | ${OTHER})`,
  'secret-other-case': `Bearer svc_$(${ID})_$(${SECRET} | tr A-Za-z a-zA-Z)`,
  'secret-of-second': `Bearer svc_$(${ID})_$(printf %s "$${keyVariable('second')}" | cut -d_ -f3-)`,
  basic: `Basic $(printf %s: "$V" | base64 | tr -d '\\n')`,
  'token-scheme': `Token ${KEY}`,
  'scheme-with-colon': `Bearer: ${KEY}`,
  'no-scheme': KEY,
  'x-api-key': KEY,
  'api-key-header': KEY,
  cookie: `api_key=${KEY}`,
} satisfies Partial<Record<KeyForm, string>>

/** `V` is renamed to the variable of a role. */
function named(shell: string, variable: string): string {
  return shell.replaceAll(/\$(\{?)V(?![A-Za-z0-9_])/g, (_match, brace: string) => `$${brace}${variable}`)
}

/** By the name and the recorded value of the header that presents a key. */
const recorded = new Map<string, string>()
for (const role of keyRoles) {
  for (const form of Object.keys(shells) as (keyof typeof shells)[]) {
    for (const [name] of present(form, 'svc_id_secret', {}).headers ?? []) {
      recorded.set(`${name}: ${recordedValue({ role, form })}`, named(shells[form], keyVariable(role)))
    }
  }
}

/** The shell expression, for inside double quotes, of a recorded header that presents a key. */
export function shellCredential(name: string, value: string): string | undefined {
  return recorded.get(`${name}: ${value}`)
}
