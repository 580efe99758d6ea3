/** A bare pass-through, a separate process: `node pass.ts PORT`. It inspects nothing, to measure node:http as a hop. */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const agent = new Agent({ keepAlive: true })
const port = Number(process.argv[2])

const server = createServer((asked, response) => {
  const { method, url: path, rawHeaders: headers } = asked
  const onward = request({ agent, host: '127.0.0.1', port, method, path, headers }, (received) => {
    response.writeHead(received.statusCode ?? 0, received.rawHeaders)
    received.pipe(response)
  })
  onward.on('error', () => response.destroy())
  asked.pipe(onward)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', 4096, () => {
  process.stdout.write(`listens at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
