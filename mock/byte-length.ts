const encoder = new TextEncoder()

/** How many bytes a text has in UTF-8. Node's own count makes no copy. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'undefined' ? (text) => encoder.encode(text).length : (text) => Buffer.byteLength(text)
