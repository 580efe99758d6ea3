/**
 * Names of fields that the contract does not list, by the reason why a gateway may accept them. A request has only one:
 * with several, a refusal of one would hide that the gateway accepts the others.
 */
import { OF_NEWER, OF_RELATED } from '../catalogue/likely-names.ts'

/** Names by family. */
export const UNKNOWN_NAMES: Readonly<Record<string, readonly string[]>> = {
  'of related interfaces': OF_RELATED,
  'of newer interfaces': OF_NEWER,
  'of answers': ['id', 'object', 'created', 'choices', 'usage', 'finish_reason', 'error', 'message'],
  'of parts of a request': ['role', 'content', 'name'],
  'known in another case': ['Temperature', 'MODEL', 'Stream', 'TOP_P', 'N', 'Stop'],
  'known in another spelling': ['max-tokens', 'top-p', 'topP', 'stream-options', 'maxCompletionTokens'],
  'known with blanks': ['temperature ', ' stream', 'n\n', '\tstop', 'model\u00a0'],
  'known with something around': ['_temperature', 'temperature_', 'top_p[]', 'request.temperature', '"stop"'],
  'known before U+0000': ['n\u0000', 'stop\u0000', 'top_p\u0000x', 'temperature\u0000_2'],
  'known cut off': ['temp', 'temperatur', 'max_tok', 'top', 'stre', 'sto', 'mod', 'mess'],
  'known in letters that fold to ASCII': ['\u017ftop', '\u017ftream', 'me\u017f\u017fages', 'max_to\u212aens'],
  'of a vendor': ['x_trace', 'x-trace', '$schema'],
  'of a language': ['__proto__', 'constructor', 'toString'],
  'with a mark': ['$ref', '@type', '_id', '#', '.', '0', '-1', 'a.b', '/', '%s%n', '{{x}}', "a'b"],
  'beyond ASCII': ['größe', 'ｍｏｄｅｌ', 'tempеrature', '温度', 'naïve', '🌍', 'cafe\u0301'],
  'with half of a surrogate pair': ['\ud800', 'a\udfff'],
  'hard to write': ['', 'a"b', 'a\\x', 'a\nb', '\u0001', '","', '</script>\r\n'],
  long: ['a_field_with_a_name_that_goes_on_and_on_and_on_and_on', 'x'.repeat(200), 'long '.repeat(60)],
}

/** A name that `error.param` can be expected to repeat as it is. */
export const isOrdinaryName = (name: string): boolean => /^[a-z_][a-z0-9_]{0,40}$/i.test(name)
