import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { installation } from '@atalaya/contract/installation'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { LostSecrets } from '#server/dashboard/lost-secrets.ts'
import { mount } from '#server/http/mount.ts'
import { isFromThisMachine } from '#server/http/reach.ts'
import { serverAddresses } from '#server/net/server-addresses.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'

type Needs = {
  config: Config
  space: DiskSpace
  lostSecrets: Pick<LostSecrets, 'list'>
  now: () => number
}

/** State of the installation for administrators, and the URL at which others reach it. */
export async function installationRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { config, space, lostSecrets, now } = needs
  mount(app, installation.status, async () => {
    const disk = space()
    // Computed from the uptime: the clock may have been set since, and the demo's clock begins weeks ago.
    const startedAt = new Date(now() - process.uptime() * 1000).toISOString()
    return { startedAt, disk: disk.totalBytes === 0 ? null : disk, lostSecrets: await lostSecrets.list() }
  })
  mount(app, installation.address, async (_input, { request }) => {
    if (config.PUBLIC_URL) return { url: config.PUBLIC_URL }
    if (!isFromThisMachine(request, config)) return { url: null }
    const listening = app.server.address() as AddressInfo | null
    const [, url = null] = serverAddresses(config.HOST, listening?.port ?? config.PORT, networkInterfaces())
    return { url }
  })
}
