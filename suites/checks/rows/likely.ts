/** Rows made from the table of likely mistakes, `suites/cases/likely.yaml`: each puts one value into a valid body. */
import { RawJson, toJson } from '../../harness/http/request.ts'
import { conversation } from '../../harness/run/generated/controls.ts'
import type { Change, Row } from './row.ts'

/** One line of the table: values at one place. */
export interface Likely {
  /** A member of the body, or a path into it; empty for the body itself. */
  readonly at: string
  readonly of?: 'conversation'
  /** JSON texts of completions, and of streams. */
  readonly refused?: readonly string[]
  readonly streamed?: readonly string[]
  /** JSON texts by the name of an unlisted member. */
  readonly members?: Readonly<Record<string, readonly string[]>>
}

/** The value with another one at a path; missing steps become objects. */
function put(holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(holder)) return holder.with(Number(step), put(holder[Number(step)], rest, value))
  const members = (holder ?? {}) as Readonly<Record<string, unknown>>
  return { ...members, [step]: put(members[step], rest, value) }
}

const OPTIONS = { stream: true, stream_options: { include_usage: true } }

/** What a valid request has there and the plain one lacks. */
function validAt({ at, of }: Likely, streamed: boolean): Change {
  const set = {
    ...(streamed ? { stream: true } : {}),
    ...(at.startsWith('stream_options') ? OPTIONS : {}),
    ...(at === 'max_completion_tokens' ? { max_completion_tokens: 4 } : {}),
    ...(of === 'conversation' ? { messages: conversation } : {}),
  }
  return { set, ...(at === 'max_completion_tokens' ? { without: ['max_tokens'] } : {}) }
}

const MESSAGES = [{ role: 'user', content: 'Hello.' }]

/** @param path of the value; its first step names the field */
function rowOf(title: string, path: readonly string[], text: string, control: Change, fields: readonly string[]): Row {
  const [field = '', ...rest] = path
  const { [field]: own = field === 'messages' ? MESSAGES : undefined, ...set } = control.set ?? {}
  const isPlain = Object.keys(control.set ?? {}).length === 0
  return {
    title,
    expect: [400],
    ...(Object.keys(set).length > 0 ? { set } : {}),
    json: { [field]: toJson(put(own, rest, new RawJson(text))) },
    ...(control.without ? { without: control.without } : {}),
    ...(isPlain ? {} : { control }),
    ...(fields.length > 0 ? { fields } : {}),
  }
}

/** The rows of one line. */
export function rowsOfLikely(line: Likely): Row[] {
  const { at, of, refused = [], streamed = [], members = {} } = line
  const path = at === '' ? [] : at.split('/')
  const where = of === 'conversation' ? ' of a conversation' : ''
  const valued = (texts: readonly string[], isStreamed: boolean): Row[] =>
    texts.map((text) => {
      const title = `${at}${where} ${text}${isStreamed ? ', streamed' : ''}`
      return rowOf(title, path, text, validAt(line, isStreamed), path.slice(0, 1))
    })
  const unlisted = Object.entries(members).flatMap(([name, texts]) =>
    texts.map((text) => {
      const title = `${name} ${text}${at === '' ? '' : ` in ${at}${where}`}`
      return rowOf(title, [...path, name], text, validAt(line, false), path.length > 0 ? [] : [name])
    }),
  )
  return [...valued(refused, false), ...valued(streamed, true), ...unlisted]
}
