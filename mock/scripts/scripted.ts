import type { Reply } from '../reply.ts'
import type { Step } from './step.ts'

/** A reply as a script wants it. Where a limit has cut the text, the chunks of the script are no longer its own. */
export function scripted(reply: Reply, { text, pieces, pauses, finish, usage, created }: Step): Reply {
  const whole = text === reply.text
  return {
    ...reply,
    created: created ?? reply.created,
    finish: whole ? (finish ?? reply.finish) : reply.finish,
    usage: usage === undefined || usage === 'unknown' ? reply.usage : usage,
    form: usage === 'unknown' ? 'unknown' : reply.form,
    pieces: whole ? pieces : undefined,
    pauses,
  }
}
