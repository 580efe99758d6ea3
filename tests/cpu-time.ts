/**
 * The processor time of this process, in milliseconds: a busy machine takes none of it away, so that what takes the
 * square of its length shows on any machine.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
