import { ARCHIVE_MAX, modulePackage, modulePackages } from '@atalaya/contract/module-packages'
import type { Data } from '@atalaya/contract/route'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer, serializeItems } from '#server/http/pieced.ts'
import { scanFolder } from './package-scan.ts'
import type { PackagesService } from './packages.service.ts'

type Options = { service: PackagesService; folder: string }

export async function packagesRoutes(app: FastifyInstance, { service, folder }: Options): Promise<void> {
  await app.register(multipart, { limits: { fileSize: ARCHIVE_MAX, files: 1, fields: 0, parts: 1 } })
  mount(app, modulePackages.list, async () => {
    const packages = serializeItems(modulePackage, service.list())
    return new PiecedAnswer<Data<typeof modulePackages.list>>({ packages: [] }, 'packages', packages)
  })
  mount(app, modulePackages.install, async (_input, { actor, request }) =>
    service.install(callerOf(actor, request), { archive: await upload(request) }),
  )
  mount(app, modulePackages.scan, (_input, { actor, request }) => scanFolder(folder, service, callerOf(actor, request)))
  mount(app, modulePackages.activate, async ({ params: { id, version }, body }, { actor, request }) => ({
    package: await service.activate(callerOf(actor, request), id, version, body.permissions),
  }))
  mount(app, modulePackages.removeVersion, async ({ params: { id, version } }, { actor, request }) => {
    await service.removeVersion(callerOf(actor, request), id, version)
    return {}
  })
  mount(app, modulePackages.remove, async ({ params: { id } }, { actor, request }) => {
    await service.remove(callerOf(actor, request), id)
    return {}
  })
}

async function upload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupported', 'The body must be multipart/form-data')
  const archive = await fileOf(request).catch(explainBroken)
  if (archive) return archive
  throw new AppError('bad_request', 'The archive is missing: send it in the field file')
}

async function fileOf(request: FastifyRequest): Promise<Buffer | null> {
  const part = await request.file()
  return part?.fieldname === 'file' ? part.toBuffer() : null
}

/**
 * Explains a body that can't be parsed. The parser's errors about limits have a status; those about syntax have none.
 */
function explainBroken(error: Partial<FastifyError>): never {
  if (error.statusCode !== undefined) throw error
  throw new AppError('bad_request', 'The upload could not be read: its multipart/form-data is broken or cut off')
}
