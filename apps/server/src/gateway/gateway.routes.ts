import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AGENT_WS_PATH, FRAME_MAX_BYTES, SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { Faults } from '#server/containment/faults.ts'
import { AppError } from '#server/domain/errors.ts'
import { serve } from '#server/http/mount.ts'
import { type Admission, refuseBrowsers } from './admission.ts'
import { createConnection } from './connection.ts'
import { createFrameTurns } from './frame-turns.ts'
import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './settings.ts'

const RETRY_SECONDS = 5

type Needs = { gateway: Gateway; settings: GatewaySettings; admission: Admission; faults: Faults }
type Upgrade = { socket: Socket; head: Buffer }

/**
 * `GET /api/agent/v1/ws`: passes upgrades through the same router, access check and error answers as every other
 * request. The gateway then takes the socket over.
 */
export async function gatewayRoutes(
  app: FastifyInstance,
  { gateway, settings, admission, faults }: Needs,
): Promise<void> {
  const wss = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: FRAME_MAX_BYTES,
    handleProtocols: () => SUBPROTOCOL,
  })
  const turns = createFrameTurns()
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const onUpgrade = (raw: IncomingMessage, socket: Socket, head: Buffer) =>
    faults.contain(
      'agent_socket',
      () => route(raw, socket, head),
      () => socket.destroy(),
    )
  const route = (raw: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => {})
    if (gateway.isClosing()) return refuseEarly(socket)
    upgrades.set(raw, { socket, head })
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    response.assignSocket(socket as never)
    // Ends the socket, since no handler reads it: otherwise it would stay open until its peer ends it.
    response.on('finish', () => socket.destroySoon())
    app.routing(raw, response)
  }
  app.server.on('upgrade', onUpgrade)
  app.addHook('preClose', async () => gateway.close())
  app.addHook('onClose', async () => {
    app.server.off('upgrade', onUpgrade)
  })

  serve(app, { path: AGENT_WS_PATH, access: 'agent' }, async ({ actor, request, reply }) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw new AppError('bad_request', 'Connect to this address with a WebSocket')
    refuseBrowsers(request)
    checkProtocol(request)
    const peer = await admission.admit(actor.agentId, request)
    reply.hijack()
    reply.raw.detachSocket(upgrade.socket as never)
    wss.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      const accept = () =>
        gateway.accept(peer, (handlers) => createConnection(socket, { settings, turns, faults }, handlers))
      faults.contain('agent_socket', accept, () => socket.terminate())
    })
    return reply
  })
}

function checkProtocol(request: FastifyRequest): void {
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  if (!offered.includes(SUBPROTOCOL)) {
    throw new AppError('bad_request', `Ask for the subprotocol ${SUBPROTOCOL}`, { code: 'agents.subprotocol' })
  }
}

/** Refuses agents that connect while the server stops. */
function refuseEarly(socket: Socket): void {
  const seconds = 1 + Math.floor(Math.random() * RETRY_SECONDS)
  socket.write(
    `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${seconds}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
  socket.destroySoon()
}
