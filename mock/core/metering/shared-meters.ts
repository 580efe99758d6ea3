import type { Meters } from '../types.ts'
import { CELL_BYTES, Cells } from './cells.ts'

/** The memory in which the projects of a server count, by their names. */
export type Memories = ReadonlyMap<string, SharedArrayBuffer>

/** Cells that all threads count in: this one makes the memory, and the others are sent it. */
export class SharedMeters {
  readonly #memories = new Map<string, SharedArrayBuffer>()

  get memories(): Memories {
    return this.#memories
  }

  readonly meters: Meters = (project) => {
    const memory = this.#memories.get(project) ?? new SharedArrayBuffer(CELL_BYTES)
    this.#memories.set(project, memory)
    return new Cells(memory, true)
  }

  /** Forgets the others: a project of that name which comes later begins anew. */
  keepOnly(projects: readonly string[]): void {
    for (const name of this.#memories.keys()) if (!projects.includes(name)) this.#memories.delete(name)
  }
}

/** Cells in memory that another thread has made. A project that it does not know counts for itself. */
export function metersIn(memories: () => Memories): Meters {
  return (project) => {
    const memory = memories().get(project)
    return memory ? new Cells(memory, true) : new Cells()
  }
}
