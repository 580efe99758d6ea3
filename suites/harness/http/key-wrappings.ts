/** A whole key, `$KEY`, with something around it, or in another location. Section 5 allows none of these forms. */

/** Values of Authorization. */
export const wrappings = {
  quoted: 'Bearer "$KEY"',
  'single-quoted': "Bearer '$KEY'",
  'angle-brackets': 'Bearer <$KEY>',
  'quote-after': 'Bearer $KEY"',
  'comma-after': 'Bearer $KEY,',
  'comma-before': 'Bearer ,$KEY',
  'semicolon-after': 'Bearer $KEY;',
  'slash-after': 'Bearer $KEY/',
  'colon-after': 'Bearer $KEY:',
  'parameter-after': 'Bearer $KEY; charset=utf-8',
  'named-token': 'Bearer token="$KEY"',
  'word-before': 'Bearer key $KEY',
  'word-after': 'Bearer $KEY key',
  twice: 'Bearer $KEY $KEY',
  'twice-with-comma': 'Bearer $KEY,$KEY',
  'twice-unparted': 'Bearer $KEY$KEY',
  'scheme-twice': 'Bearer Bearer $KEY',
  'equals-after': 'Bearer $KEY=',
  'dot-after': 'Bearer $KEY.',
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

export type Wrapping = keyof typeof wrappings

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
  ['x-goog-api-key', '$KEY'],
  ['ocp-apim-subscription-key', '$KEY'],
  ['x-svc-api-key', '$KEY'],
  ['x-svc-key', '$KEY'],
  ['cookie', 'api_key=$KEY; token=$KEY; access_token=$KEY; authorization=Bearer $KEY'],
] as const

/** Parameters of the URL, all in one request. */
export const PARAMETERS = ['api_key', 'key', 'access_token', 'token', 'apikey', 'authorization'] as const

/** A member of the body. Only one, since a 400 for one unknown member would hide the others. */
export const MEMBER = 'api_key'
