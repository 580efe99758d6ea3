import type { Worker } from 'node:worker_threads'
import { ConfigError } from '../../core/config.ts'
import type { Report, SentError } from './messages.ts'

/** The port at which a worker listens. @throws what kept it from listening */
export function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (report: Report) => {
      worker.off('error', reject)
      if (report.tell === 'listening') resolve(report.port)
      else if (report.tell === 'failed') reject(received(report.error))
    })
  })
}

/** Error codes of systems that cannot share a port. */
const UNSHARED = ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT']

function received({ message, code, problems }: SentError): Error {
  if (problems) return new ConfigError(problems)
  if (code && UNSHARED.includes(code)) {
    return new ConfigError([
      `workers: on this system (${process.platform}) several workers cannot share a port; leave workers out`,
    ])
  }
  return Object.assign(new Error(message), { code })
}
