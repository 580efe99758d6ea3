import type { Meters } from '../types.ts'
import { CELL_BYTES, Cells } from './cells.ts'

/** The memory for the counters of each project, by project name. */
export type Memories = ReadonlyMap<string, SharedArrayBuffer>

/** Cells that all threads share: this thread allocates the memory and sends it to the others. */
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

  /** Drops the memory of all other projects, so that a later project with the same name starts from zero. */
  keepOnly(projects: readonly string[]): void {
    for (const name of this.#memories.keys()) if (!projects.includes(name)) this.#memories.delete(name)
  }
}

/** Gives cells in memory that another thread allocated. Projects without such memory get cells of this thread only. */
export function metersIn(memories: () => Memories): Meters {
  return (project) => {
    const memory = memories().get(project)
    return memory ? new Cells(memory, true) : new Cells()
  }
}
