/** Copies of a document with one text mutated at a time, by sequences that control a terminal or a log. */

/** A terminal title, a cleared screen (also by C1), commands of two CI systems and a shell, invisible characters. */
export const PAYLOAD =
  'x\u001b]0;PWNED\u0007\u001b[2J\u009b2J\n::error::pwn\n##vso[task.complete]x; touch pwned #\u00ad\u2060\u202e\u{e0041}a\ufe0f\u{e0100}'

/** Characters and commands that no output may contain; line feeds are removed before. */
const RAW = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|##vso\[|^\s*::error::pwn/mu

/** The first unescaped part of an output with its context, or undefined. */
export function rawIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const found = RAW.exec(line.replaceAll('\t', ' '))
    if (found) return JSON.stringify(line.slice(Math.max(0, found.index - 60), found.index + 60))
  }
  return undefined
}

export interface Mutated {
  /** The path of the mutated text, without item numbers. */
  readonly place: string
  readonly document: unknown
}

type Path = readonly (string | number)[]

/** Mutates every text and member name, once for each path: replaced by the payload, and followed by it. */
export function* mutated(document: unknown): Generator<Mutated> {
  const places = new Set<string>()
  for (const { path, isName } of textsIn(document)) {
    const place = `${path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.')}${isName ? ' (name)' : ''}`
    if (places.has(place)) continue
    places.add(place)
    for (const [how, change] of Object.entries({ replaced: () => PAYLOAD, longer: (text: string) => text + PAYLOAD }))
      yield { place: `${place}, ${how}`, document: changed(document, path, isName, change) }
  }
}

function* textsIn(value: unknown, path: Path = []): Generator<{ readonly path: Path; readonly isName: boolean }> {
  if (typeof value === 'string') yield { path, isName: false }
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, isList ? Number(name) : name]
    if (!isList) yield { path: at, isName: true }
    yield* textsIn(member, at)
  }
}

/** A copy in which one text or one name is changed. */
function changed(value: unknown, [step, ...rest]: Path, isName: boolean, change: (text: string) => string): unknown {
  if (step === undefined) return change(value as string)
  if (Array.isArray(value)) return value.map((item, at) => (at === step ? changed(item, rest, isName, change) : item))
  const members = Object.entries(value as object).map(([name, member]): [string, unknown] => {
    if (name !== step) return [name, member]
    return isName && rest.length === 0 ? [change(name), member] : [name, changed(member, rest, isName, change)]
  })
  return Object.fromEntries(members)
}
