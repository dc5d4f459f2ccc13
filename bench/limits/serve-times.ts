import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Repeats the work `?times=` times, and then answers. */
export function serveTimes(work: (times: number) => Promise<void>): void {
  const server = createServer(async (request, response) => {
    await work(Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('times')))
    response.end()
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  process.once('SIGTERM', () => process.exit(0))
}
