/** Who says what before the message that asks, and after it. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

const system: Message = { role: 'system', content: 'Be terse.' }
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

/** More than the 100 and 128 messages at which related APIs stop, in the usual order, of a few letters each. */
function many(content: string): Message[] {
  const turns = Array.from({ length: 64 }, (_, at) => [user(`Say ${at}.`), assistant(`Number ${at}.`)])
  return [system, ...turns.flat(), user(content)]
}

export const CONVERSATIONS = {
  'one message': (content) => [user(content)],
  'system first': (content) => [system, user(content)],
  'two users, a late system': (content) => [user('Hello.'), user('Are you there?'), system, user(content)],
  'several turns': (content) => [user('Hello.'), assistant('Hi.'), user('Again.'), assistant('Hi!'), user(content)],
  'two assistants first': (content) => [assistant('Hi.'), assistant('Ask me anything.'), user(content)],
  'assistant last': (content) => [user(content), assistant('The word is')],
  '130 messages': many,
} as const satisfies Record<string, (content: string) => readonly Message[]>
