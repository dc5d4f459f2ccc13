import { frameHeaders } from '@atalaya/module-package/frame-policy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { serve } from '#server/http/mount.ts'
import type { ModuleFile, ModuleFiles } from './module-files.service.ts'

type Options = {
  files: ModuleFiles
  /** Origins of web clients on other hosts; they may frame modules, too. */
  clientOrigins: readonly string[]
}
type Params = { id: string; version: string; '*': string }

/**
 * Files of modules. Public, because a frame with an opaque origin has no session. Their own headers sandbox them, so
 * that they are harmless even when opened directly.
 */
export async function moduleFilesRoutes(app: FastifyInstance, { files, clientOrigins }: Options): Promise<void> {
  serve(app, { path: '/modules/:id/:version/*', access: 'public' }, async ({ request, reply }) => {
    const { id, version, '*': path } = request.params as Params
    const file = await files.read(id, version, path)
    if (!file) throw new AppError('not_found', 'There is no such file')
    const origin = `${request.protocol}://${request.host}`
    protect(reply, frameHeaders(origin, `${origin}/modules/${id}/${version}/`, clientOrigins))
    return send(file, request, reply)
  })
}

function protect(reply: FastifyReply, rules: ReturnType<typeof frameHeaders>): void {
  reply.removeHeader('x-frame-options')
  reply.removeHeader('access-control-allow-credentials')
  reply.headers({
    ...rules,
    'x-content-type-options': 'nosniff',
    // The frame's origin is opaque, so its own files are cross-origin.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
}

function send({ content, hash, type }: ModuleFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = type.startsWith('text/html')
  // Files of a version never change. A page is revalidated, because its headers may become stricter.
  reply.header('cache-control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable')
  reply.header('etag', `"${hash}"`)
  if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send()
  return reply.type(type).send(content)
}
