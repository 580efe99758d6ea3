/** A number as the sender wrote it: a double could not distinguish the largest int64 from its successor. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** JSON as read. Objects are Maps, so that a member called __proto__ is a member like any other. */
export type Read = null | boolean | string | NumberText | Read[] | Map<string, Read>

/** JSON to be written; bigint because a double cannot hold the largest int64. */
export type Written =
  | null
  | boolean
  | string
  | number
  | bigint
  | readonly Written[]
  | { readonly [name: string]: Written | undefined }
