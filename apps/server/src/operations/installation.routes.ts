import { installation } from '@atalaya/contract/installation'
import type { FastifyInstance } from 'fastify'
import type { LostSecrets } from '#server/dashboard/lost-secrets.ts'
import type { DiskSpace } from '#server/ground/disk-space.ts'
import { mount } from '#server/http/mount.ts'

type Needs = { space: DiskSpace; lostSecrets: Pick<LostSecrets, 'list'> }

/** For administrators: what the installation needs of them. */
export async function installationRoutes(app: FastifyInstance, { space, lostSecrets }: Needs): Promise<void> {
  mount(app, installation.status, async () => {
    const disk = space()
    return { disk: disk.totalBytes === 0 ? null : disk, lostSecrets: await lostSecrets.list() }
  })
}
