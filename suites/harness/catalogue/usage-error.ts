/** A mistake of the user: reported in one message, with exit code 2, before anything is sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
