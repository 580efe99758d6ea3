/**
 * The processor time of this process in milliseconds. Other load on the machine does not change it, so that tests can
 * detect quadratic run time on any machine.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
