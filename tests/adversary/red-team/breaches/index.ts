/** Every breach. */
import { auth } from './auth.ts'
import type { Breach } from './breach.ts'
import { completions } from './completions.ts'
import { errors } from './errors.ts'
import { messages } from './messages.ts'
import { models } from './models.ts'
import { refusals } from './refusals.ts'
import { streams } from './streams.ts'
import { values } from './values.ts'

const groups = { auth, models, values, messages, refusals, completions, streams, errors }

// What is let pass is let pass in streams as well, and two faults in one request may meet.
const also: Partial<Record<keyof typeof groups, readonly string[]>> = {
  values: ['stream-invalid-request', 'status-order'],
  messages: ['stream-invalid-request', 'status-order'],
}

/** The names say where a row stands: `streams.done-twice`. */
export const breaches: readonly Breach[] = Object.entries(groups).flatMap(([group, rows]) =>
  rows.map((row) => ({
    ...row,
    name: `${group}.${row.name}`,
    breaks: [...row.breaks, ...(also[group as keyof typeof groups] ?? [])],
  })),
)
