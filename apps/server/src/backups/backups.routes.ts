import { backups } from '@atalaya/contract/backups'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { Backups } from './backups.service.ts'

/** Without a service no backups are scheduled. */
export async function backupsRoutes(app: FastifyInstance, { service }: { service: Backups | null }): Promise<void> {
  mount(app, backups.status, async () => ({ schedule: service && (await service.status()) }))
}
