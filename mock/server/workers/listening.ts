import type { Worker } from 'node:worker_threads'
import { ConfigError } from '../../core/config.ts'
import type { Report, SentError } from './messages.ts'

/** The port at which a worker listens. @throws the reason why it cannot */
export function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (report: Report) => {
      worker.off('error', reject)
      if (report.type === 'listening') resolve(report.port)
      else if (report.type === 'failed') reject(received(report.error))
    })
  })
}

/** The same for a worker after the first one: if the port is taken then, it cannot be shared, as in Bun. */
export function joining(worker: Worker): Promise<number> {
  return listening(worker).catch((error) => {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? unshared() : error
  })
}

/** Error codes of systems that cannot share a port. */
const UNSHARED = ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT']

function received({ message, code, problems }: SentError): Error {
  if (problems) return new ConfigError(problems)
  if (code && UNSHARED.includes(code)) return unshared()
  return Object.assign(new Error(message), { code })
}

function unshared(): ConfigError {
  const runtime = process.versions.bun === undefined ? '' : ', in Bun'
  return new ConfigError([
    `workers: on this system (${process.platform}${runtime}) several workers cannot share a port; leave workers out`,
  ])
}
