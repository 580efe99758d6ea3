/** The first target file of a new user: required members, and the others as explained comments. */
import type { Profile } from '../../../suites/harness/catalogue/profiles.ts'

export interface Starter {
  readonly baseUrl: string
  /** The environment variable that holds the key. */
  readonly keyName: string
  readonly profile: Profile
}

/** A text as a YAML scalar, quoted if YAML would misread it. */
const quoted = (text: string): string =>
  /^[a-z]+:\/\/[\w.:/[\]-]+$/i.test(text) && !text.endsWith(':') ? text : JSON.stringify(text)

/** The variables that the profile `full` reads besides the key. */
export const furtherVariables = (keyName: string) => ({
  second: `${keyName}_SECOND`,
  empty: `${keyName}_EMPTY`,
  disabled: `${keyName}_DISABLED`,
  limited: `${keyName}_LIMITED`,
})

/** The text of the file. Members for the profile `full` are comments for the others. */
export function starterText({ baseUrl, keyName, profile }: Starter): string {
  const names = furtherVariables(keyName)
  const off = profile === 'full' ? '' : '# '
  return `# A target file of svc-conformance. \${NAME} reads an environment variable, so that this file contains no key.
#   svc-conformance doctor --target FILE    finds what is wrong in a few requests
#   svc-conformance plan --target FILE      prints what a run can cost, and sends nothing
#   svc-conformance run --target FILE --profile ${profile}

# The gateway, without /v1: the paths of the contract begin with it.
base_url: ${quoted(baseUrl)}

keys:
  # The only key that the profiles smoke and core need. With core and full it is also sent in a query string, to show
  # that it is rejected there; use one that you can revoke.
  valid: \${${keyName}}
  # A key of another project with another catalog: shows that projects are separated. The profile full needs it.
  ${off}second: \${${names.second}}
  # A key of a project without any model: shows that its list is empty, not an error. The profile full needs it.
  ${off}empty: \${${names.empty}}

# models:
#   The model of all completions; otherwise the first listed one that responds.
#   chat: svc/your-model
#   A model that second's project has and valid's does not. The profile full needs it.
#   foreign: svc/their-model

# How to make the gateway reject requests or fail, for the profile full: by a separate key, a model, request headers, or
# several of them. Remove what your deployment cannot do; the report then says what was not shown.
${off}provoke:
  # The account or the feature is disabled: 403.
  ${off}disabled: { key: "\${${names.disabled}}" }
  # A limit is exceeded: 429.
  ${off}limited: { key: "\${${names.limited}}" }
  # The backend is unavailable: 503.
  # unavailable: { model: svc/your-broken-model }
  # An internal error: 500. Reports show these headers, so put no secrets here.
  # internal: { headers: { x-your-test-header: internal } }

# What your deployment legitimately lacks, with the reason: it cannot be shown, and reports, pages and certificates say so. Only
# what no request with one valid key can cause has a name here: second-project, foreign-model, empty-project,
# disabled, limited, unavailable and internal. Nothing that the file gives above can be absent.
# not_applicable:
#   second-project: This deployment has one project.

# The maximum cost of a run. These are the defaults.
# limits:
#   requests: 1800       # in all; 950 for core, and at most 12 for smoke
#   tokens: 800000       # output tokens that all requests together ask for
#   bytes: 67108864      # of all bodies, both ways
#   time: 30m            # for the whole run
#   rate: 50             # requests a second
#   concurrency: 8       # requests at the same time
#   timeout: 30s         # for one exchange
#   max_tokens: 16       # output tokens that most requests ask for

# Further members: about describes the deployment, such as its version and image; tls, proxy, socket and http2 set the
# connection; waivers list known failures.
`
}
