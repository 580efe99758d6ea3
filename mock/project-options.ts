import type { ModelConfig, ProjectConfig } from './config.ts'

/** What a project may be given that is opened while the gateway runs; everything has a default. */
export interface ProjectOptions extends Omit<Partial<ProjectConfig>, 'keys' | 'models'> {
  /** Default: one of its own. */
  name?: string
  /**
   * Ids, or models by id as a configuration defines them. An id that the configuration lacks becomes a
   * model that echoes. Default: every available model of the configuration.
   */
  models?: readonly string[] | Readonly<Record<string, ModelConfig>>
  /** Names of faults that this project alone is answered with; `listFaults()` has them all. */
  faults?: readonly string[]
  /** A completion that no step of the script fits is answered with 500 and the reason. Default false. */
  strict?: boolean
}
