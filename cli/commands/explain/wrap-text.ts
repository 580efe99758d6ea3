/** Text in lines that fit a terminal. */

const WIDTH = 100

/** Breaks a text between words; every line begins with `indent`. A word that is longer than a line stays whole. */
export function wrapped(text: string, indent = '  ', width = WIDTH): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(`${indent}${line}`)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, `${indent}${line}`]
}
