/** Members of bodies, written by hand: numbers, names, texts and models that gateways often mishandle. */

const message = (role: unknown, content: string): unknown => ({ role, content })
const talk = (...messages: readonly unknown[]): string => `"messages":${JSON.stringify(messages)}`
const nested = `${'['.repeat(300)}${']'.repeat(300)}`

/** Members to add to a plain request, where they replace members of the same name. */
export const AWKWARD_MEMBERS: readonly string[] = [
  '"temperature":2.00000001',
  '"temperature":1e9',
  '"temperature":9,"stop":"###"',
  '"top_p":1.00000001',
  '"max_tokens":18446744073709551616',
  '"max_completion_tokens":18446744073709551616',
  '"max_completion_tokens":2147483648',
  '"max_tokens":2147483648',
  '"max_tokens":-1e19',
  '"max_tokens":1234567890.5',
  '"max_tokens":4.0000001',
  '"n":257',
  '"":1',
  '"größe":1',
  `"${'a'.repeat(80)}":1`,
  '"id":"a"',
  '"object":"a"',
  '"choices":[]',
  '"usage":{}',
  '"x_trace":1',
  '"Temperature":1',
  '"TEMPERATURE":1',
  '"maxTokens":1',
  '"top-p":0.5',
  '"temperature ":1',
  '" temperature":1',
  '"frobnicate":1',
  '"frobnicate":1,"stop":"###"',
  `"frobnicate":${nested}`,
  `"temperature":${nested}`,
  '"a \\"name\\"\\nof two lines":1',
  '"temperature":9,"n":2',
  '"n":0,"max_tokens":0',
  '"model":"svc/small-1","temperature":1,"top_p":1',
  '"model":"svc/gpt-4o"',
  '"model":"svc/gpt-4"',
  '"model":"svc/default"',
  '"model":"svc/auto"',
  '"model":"svc/1"',
  '"model":"svc/42"',
  talk(message('user', 'one\u0000two')),
  ...[['user'], true].map((role) => talk(message(role, 'x'))),
  talk(message('user', '0')),
  talk(message('user', 'One line, as JSON.')),
  `${talk(message('user', 'word '.repeat(9000)))},"stop":"###"`,
  talk(message('user', 'word '.repeat(100_000))),
  talk(...Array.from({ length: 130 }, (_, at) => message(at % 2 === 0 ? 'user' : 'assistant', 'Hi.'))),
  talk(message('system', '"word" '.repeat(1000)), message('user', '/help'), message('assistant', 'one\ntwo')),
  talk(message('user', 'a'), message('assistant', 'b'), message('assistant', 'c'), message('user', 'd')),
]

/** Adds members to a plain body, and removes others of the same name so that no name occurs twice. */
export function withMembers(plain: Readonly<Record<string, unknown>>, members: string, isFirst: boolean): string {
  const names = Object.keys(JSON.parse(`{${members}}`) as object)
  const rest = Object.entries(plain).filter(([name]) => !names.includes(name))
  const others = rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${(isFirst ? [members, ...others] : [...others, members]).join(',')}}`
}

/** Writes the last letter of every member name as a Unicode escape. */
export const escapedNames = (text: string): string =>
  text.replaceAll(/([a-z])":/g, (_, letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}":`)
