/** Faults of the red team that the suites do not catch, with the reason. One that is caught has to leave this list. */

const SMALL = 'a body near the limit is padded with white space, so that no run buys a mebibyte of tokens'

export const knownMisses: Readonly<Record<string, string>> = {
  'models.unknown-name-of-gpt':
    'no request asks for this name; a check would have to guess which one a gateway favours',
  'values.max-tokens-with-lost-fraction': 'no request has a fraction that a double loses',
  'messages.unknown-empty-name': 'no request has a field whose name is empty',
  'bodies.deep-nesting-is-500': 'no request nests two hundred levels deep',
  'bodies.half-a-mebibyte-of-text-is-413': SMALL,
  'bodies.bytes-above-ascii-count-twice': SMALL,
  'refusals.content-above-32-kib': SMALL,
  'refusals.zero-character': 'no request has U+0000 in its content',
  'refusals.two-assistants-in-a-row': 'no request has two messages of the assistant in a row',
  'refusals.a-hundred-messages': 'no request has a hundred messages',
  'refusals.escapes-in-names': 'no request escapes a letter of a field name',
  'refusals.stream-before-messages': 'no request has stream before messages',
  'refusals.no-user-agent': '403 can mean a disabled account, so that the run stays incomplete',
}
