/** The messages before and after the one that asks. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The text of the n-th message besides the one that asks. */
export type Say = (n: number) => string

const system = (content: string): Message => ({ role: 'system', content })
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

/** More than the 100 and 128 messages that related APIs allow, in the usual order, with a few words each. */
function many(content: string, say: Say): Message[] {
  const turns = Array.from({ length: 64 }, (_, at) => [user(say(at % 8)), assistant(`Done: ${at}.`)])
  return [system(say(8)), ...turns.flat(), user(content)]
}

export const CONVERSATIONS = {
  'one message': (content) => [user(content)],
  'system first': (content, say) => [system(say(0)), user(content)],
  'two users, system last': (content, say) => [user(say(0)), user(content), system(say(1))],
  'several turns': (content, say) => [user(say(0)), assistant(say(1)), user(say(2)), assistant(say(3)), user(content)],
  'two assistants first': (content, say) => [assistant(say(0)), assistant(say(1)), user(content)],
  'assistant last': (content, say) => [user(content), assistant(say(0))],
  '130 messages': many,
} as const satisfies Record<string, (content: string, say: Say) => readonly Message[]>

export type Conversation = keyof typeof CONVERSATIONS

const rolesOf = (messages: readonly { readonly role?: unknown }[]): string => messages.map(({ role }) => role).join()

interface Known {
  readonly conversation: Conversation
  /** The position of the message that asks. */
  readonly asking: number
}

const byRoles = new Map(
  Object.entries(CONVERSATIONS).map(([name, make]): [string, Known] => {
    const messages = make('asks', () => '')
    const asking = messages.findIndex(({ content }) => content === 'asks')
    return [rolesOf(messages), { conversation: name as Conversation, asking }]
  }),
)

/** The conversation of these messages, by their roles. */
export const conversationOf = (messages: readonly { readonly role?: unknown }[]): Known | undefined =>
  byRoles.get(rolesOf(messages))
