import type { ProjectHandle } from '../control/project-handle.ts'
import type { JournalEntry } from '../journal/entry.ts'

/** Formats one request for people. */
export function requestLine({ number, method, path, model, stream, status, ending }: JournalEntry): string {
  const of = [model, stream ? 'stream' : undefined].filter(Boolean).join(', ')
  return `  #${number} ${method} ${path ?? 'unknown path'}${of && ` (${of})`}: ${status}, ${ending}`
}

/** Describes the client's requests in one test, for the report of a failed test. Without prompt, response or key. */
export function accountOf(project: ProjectHandle): string {
  const lines = project.journal().map(requestLine)
  const gone = project.received() - lines.length
  const waiting = project.unused().map(({ words, count }) => `  ${words}, for ${count} more`)
  return [
    `Requests of the project ${project.name}${gone === 0 ? '' : `, without the first ${gone}`}:${lines.length === 0 ? ' none' : ''}`,
    ...lines,
    ...(waiting.length === 0 ? [] : ['Steps of its script that still wait:', ...waiting]),
    String(project.verdict()),
  ].join('\n')
}
