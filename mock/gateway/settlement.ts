import { contentOf } from '../core/answers/chunk-content.ts'
import { countTokens } from '../core/answers/tokens.ts'
import type { Answer } from '../core/http.ts'
import { byteLength } from '../core/http.ts'
import type { Call, Model, Project, Reply } from '../core/types.ts'

/** Whose completion it is. */
export interface Served {
  readonly model: Model
  readonly project: Project
  readonly call: Call
}

/** Books a reply that goes out in one piece. */
export function book(reply: Reply, { model, project }: Served): void {
  project.ledger.book({ usage: reply.usage, known: reply.form !== 'unknown', price: model.price, aborted: false })
}

/**
 * Books a reply when its transport tells how many bytes of these texts, or which contents, went out. The prompt counts always;
 * of the completion the tokens that were sent, and of a JSON body all or none. Others go back to the quota.
 */
export function bookWhenSettled(
  reply: Reply,
  texts: Iterable<string>,
  { model, project, call }: Served,
): NonNullable<Answer['settled']> {
  // Not the call: it would keep the request's body as long as a slow stream lasts.
  const { claim } = call
  return (bytes, aborted, content) => {
    const { prompt, completion } = reply.usage
    const sent = content === undefined ? tokensWithin(texts, bytes) : tokensOf(content, reply)
    const booked = sent === undefined || Number(completion) <= sent ? completion : sent
    claim?.giveBack(Number(completion) - Number(booked))
    project.ledger.book({
      usage: { prompt, completion: booked },
      known: reply.form !== 'unknown',
      price: model.price,
      aborted,
    })
  }
}

/** Tokens of the contents that were sent; undefined when all were. */
function tokensOf(content: string, { text }: Reply): number | undefined {
  return content.length < text.length ? countTokens(content) : undefined
}

/** Tokens of the contents that lie wholly within so many bytes; undefined when no text is missing. */
function tokensWithin(texts: Iterable<string>, bytes: number): number | undefined {
  let end = 0
  let content = ''
  for (const text of texts) {
    end += byteLength(text)
    if (end > bytes) return countTokens(content)
    content += contentOf(text)
  }
  return undefined
}
