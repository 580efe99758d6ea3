/** A whole key, `$KEY`, with something around it, or in another location. Section 5 allows none of these forms. */
import { names } from '../text/names.ts'

/** Values of Authorization. */
const table = {
  quoted: 'Bearer "$KEY"',
  'single-quoted': "Bearer '$KEY'",
  'angle-brackets': 'Bearer <$KEY>',
  'comma-before': 'Bearer ,$KEY',
  'parameter-after': 'Bearer $KEY; charset=utf-8',
  'named-token': 'Bearer token="$KEY"',
  'word-before': 'Bearer key $KEY',
  'word-after': 'Bearer $KEY key',
  twice: 'Bearer $KEY $KEY',
  'twice-with-comma': 'Bearer $KEY,$KEY',
  'twice-unparted': 'Bearer $KEY$KEY',
  'scheme-twice': 'Bearer Bearer $KEY',
  'no-scheme': '$KEY',
  'token-scheme': 'Token $KEY',
  'token-scheme-named': 'Token token="$KEY"',
  'scheme-with-colon': 'Bearer: $KEY',
  'scheme-with-equals': 'Bearer=$KEY',
  'scheme-unparted': 'Bearer$KEY',
  'scheme-after': '$KEY Bearer',
  'scheme-cut': 'Beare $KEY',
  'scheme-longer': 'BearerToken $KEY',
  'scheme-apikey': 'ApiKey $KEY',
  'scheme-key': 'Key $KEY',
  'scheme-oauth': 'OAuth $KEY',
  'scheme-jwt': 'JWT $KEY',
  'scheme-negotiate': 'Negotiate $KEY',
  'basic-bare': 'Basic $KEY',
} as const satisfies Record<string, string>

/** Signs that a token may contain (RFC 6750), and other signs that a header may contain (RFC 9110). */
const TOKEN = names('- . ~ + =')
const OTHER = names('! " # $ % & \' ( ) * , / : ; < > ? @ [ \\ ] ^ ` { | }')

type Sign = (typeof TOKEN | typeof OTHER)[number]
type SignAfter = `sign-after-${Sign}${'' | '7'}`

const signsAfter = (signs: readonly Sign[]): readonly SignAfter[] =>
  signs.flatMap((sign): SignAfter[] => [`sign-after-${sign}`, `sign-after-${sign}7`])

/** Forms with any sign after the key, alone or with a digit: too many to send all of them in one run. */
export const TOKEN_SIGNS = signsAfter(TOKEN)
export const OTHER_SIGNS = signsAfter(OTHER)

const afterKey = (form: SignAfter) => [form, `Bearer $KEY${form.slice('sign-after-'.length)}`] as const

export type Wrapping = keyof typeof table | SignAfter

export const wrappings = {
  ...table,
  ...Object.fromEntries([...TOKEN_SIGNS, ...OTHER_SIGNS].map(afterKey)),
} as Readonly<Record<Wrapping, string>>

/** Headers besides Authorization in which gateways have read keys. One request has all of them. */
export const OTHER_HEADERS = [
  ['x-api-key', '$KEY'],
  ['api-key', '$KEY'],
  ['apikey', '$KEY'],
  ['x-auth-token', '$KEY'],
  ['x-access-token', '$KEY'],
  ['x-authorization', 'Bearer $KEY'],
  ['x-forwarded-authorization', 'Bearer $KEY'],
  ['x-original-authorization', 'Bearer $KEY'],
  ['authentication', 'Bearer $KEY'],
  ['proxy-authorization', 'Bearer $KEY'],
  ['x-goog-api-key', '$KEY'],
  ['ocp-apim-subscription-key', '$KEY'],
  ['x-svc-api-key', '$KEY'],
  ['x-svc-key', '$KEY'],
  ['x-litellm-api-key', '$KEY'],
  ['x-portkey-api-key', '$KEY'],
  ['mj-api-secret', '$KEY'],
  ['helicone-auth', 'Bearer $KEY'],
  ['x-serverless-authorization', 'Bearer $KEY'],
  ['x-amzn-bedrock-authorization', 'Bearer $KEY'],
  ['sec-websocket-protocol', 'realtime, openai-insecure-api-key.$KEY'],
  ['cookie', 'api_key=$KEY; token=$KEY; access_token=$KEY; session=$KEY; authorization=Bearer $KEY'],
] as const

/** Parameters of the URL, all in one request. */
export const PARAMETERS = names('key api_key access_token token apikey authorization api-key auth subscription-key')

/** A member of the body. Only one, since a 400 for one unknown member would hide the others. */
export const MEMBER = 'api_key'
