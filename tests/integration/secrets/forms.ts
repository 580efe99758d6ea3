/** The forms in which a secret may leak, written independently of the masking code, so that they share no mistakes. */

/** The base64 that a text has inside a longer text. @param offset bytes before it, modulo 3 */
function within(text: string, offset: 0 | 1 | 2): string {
  const whole = Buffer.from(`${'\0'.repeat(offset)}${text}`)
  const groups = whole.subarray(offset === 0 ? 0 : 3, whole.length - (whole.length % 3))
  return groups.toString('base64')
}

/** The base64 of a longer text that contains the text at this offset. */
function amidst(text: string, offset: 0 | 1 | 2): string {
  return Buffer.from(`${'u'.repeat(offset)}${text}:x`).toString('base64')
}

/** Every form of a text that a hostile target or a careless program might write. */
export function writtenForms(text: string): string[] {
  const base64 = ([0, 1, 2] as const).map((offset) => amidst(text, offset))
  const plain = [...formsOf(text)].flatMap(([name, form]) => (name.includes('base64') ? [] : [form]))
  return [...plain, ...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}

/** Every form of a text that the search knows; the search ignores case. */
export function formsOf(text: string): ReadonlyMap<string, string> {
  const forms = new Map([
    ['plain', text],
    ['percent-encoded', [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')],
    ['as a URL component', encodeURIComponent(text)],
    ['in JSON', JSON.stringify(text).slice(1, -1)],
    ['in JSON escapes', [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['in hexadecimal', Buffer.from(text).toString('hex')],
    ['in hexadecimal with colons', [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0')).join(':')],
    ['as a list of numbers', [...Buffer.from(text)].join(', ')],
    [
      'in full-width letters',
      text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ],
    ['backwards', [...text].reverse().join('')],
  ])
  for (const offset of [0, 1, 2] as const) {
    const base64 = within(text, offset)
    forms.set(`in base64, offset ${offset}`, base64)
    forms.set(`in base64url, offset ${offset}`, base64.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return forms
}
