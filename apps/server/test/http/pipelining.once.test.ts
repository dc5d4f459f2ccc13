import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { PieceLimitedRequest } from '#server/http/body-pieces.ts'
import { createBoundedServer } from '#server/http/pipelining.ts'

test('the bound on pipelined requests counts each connection and each turn of the event loop by itself', async () => {
  let handled = 0
  const server = createBoundedServer({}, () => {
    handled += 1
  })
  const sockets = Array.from({ length: 40 }, () => new Socket())
  for (let turn = 0; turn < 40; turn++) {
    for (const socket of sockets) {
      const request = new PieceLimitedRequest(socket)
      server.emit('request', request, new ServerResponse(request))
    }
    await new Promise(setImmediate)
  }
  expect(handled).toBe(40 * 40)
})
