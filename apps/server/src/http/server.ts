import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { AGENT_WS_PATH } from '@atalaya/contract/agent-protocol'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { compile } from '@fastify/proxy-addr'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Actor, AgentActor } from '#server/domain/actors.ts'
import type { Authenticator } from './access.ts'
import { acceptJsonOnly, BODY_MAX } from './bodies.ts'
import { boundConnections, type Connections, connectionsMax, maxPerAddress } from './connections.ts'
import { sendError } from './errors.ts'
import { LIVE_ENDS_IN, LIVE_POSITION, securityHeaders } from './headers.ts'
import { logRequest } from './logging.ts'
import { apiDocs } from './openapi.ts'
import { guardOrigins } from './origins.ts'
import { createBoundedServer } from './pipelining.ts'
import { boundRequests, type Requests } from './requests.ts'
import { boundUnread, type UnreadBounds, unreadBounds } from './unread.ts'
import { refuseUnreadable } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | AgentActor | null
  }
  interface FastifyInstance {
    /** Once the stop has begun, `/readyz` sends proxies elsewhere, and each answer is the last on its connection. */
    stop: { isBegun: boolean }
    connections: Connections
    requests: Requests
  }
}

const CONNECTIONS = {
  requestTimeout: 30_000,
  // Cuts off a connection whose headers are not complete in this time, even if it has sent nothing yet.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
  // Answers a request to upgrade on any other path as if it asked for no upgrade (RFC 9110, 7.8).
  shouldUpgradeCallback: isForAgents,
}
/** Time in which a new connection must send something while the server stops. */
const SILENT_MS = 500

/** A Fastify instance with everything that all slices share, but without their routes. */
export async function createServer(
  config: Config,
  log: FastifyBaseLogger,
  authenticator: Authenticator,
  bounds: Partial<UnreadBounds>,
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    serverFactory: (handle) => createBoundedServer(CONNECTIONS, handle),
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    genReqId: () => randomUUID(),
    // Fits the sealed URL of a framed page: 2,000 characters of three bytes in base64. Schemas bound the others.
    routerOptions: { maxParamLength: 8300 },
    return503OnClosing: false,
    // Failures before a route have the usual envelope, too.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
  })
  // `mount` validates and serialises by the contract's schemas, so Fastify must compile none.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  app.setErrorHandler(sendError)
  app.addHook('onResponse', (req, reply, done) => {
    logRequest(req, reply)
    done()
  })
  app.decorate('authenticator', authenticator)
  const isProxy = compile(config.TRUST_PROXY)
  const maxConnections = connectionsMax()
  app.decorate('connections', boundConnections(app.server, maxConnections, isProxy))
  app.decorate('requests', boundRequests(app, maxPerAddress(maxConnections), isProxy))
  app.decorateRequest('actor', null)
  boundUnread(app, { ...unreadBounds, ...bounds })
  acceptJsonOnly(app)
  endConnectionsOnClose(app)
  await app.register(cookie)
  await app.register(cors, {
    origin: config.CORS_ORIGINS,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    credentials: true,
    // An OPTIONS that is no preflight is answered like one, not in a way of its own.
    strictPreflight: false,
    maxAge: 600,
    exposedHeaders: [LIVE_ENDS_IN, LIVE_POSITION],
  })
  securityHeaders(app, config)
  guardOrigins(app, config)
  apiDocs(app)
  return app
}

function isForAgents({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === AGENT_WS_PATH
}

/**
 * Makes each answer the last one on its connection while the server stops: an idle connection would delay the stop.
 * So would a connection that a browser has opened in advance and not used: Node does not count it as idle.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  const endSilent = (socket: Socket) => {
    if (socket.bytesRead === 0) socket.destroy()
  }
  const stop = { isBegun: false }
  app.decorate('stop', stop)
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A new connection may still have a request on the way.
    if (stop.isBegun) setTimeout(endSilent, SILENT_MS, socket).unref()
  })
  app.addHook('preClose', async () => {
    stop.isBegun = true
    for (const socket of sockets) endSilent(socket)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stop.isBegun) reply.header('connection', 'close')
    done(null, payload)
  })
}
