import { backups } from '@atalaya/contract/backups'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Backups } from './backups.service.ts'

/** Routes of backups; `service` is null if none are scheduled. */
export async function backupsRoutes(app: FastifyInstance, { service }: { service: Backups | null }): Promise<void> {
  mount(app, backups.status, async () => ({ schedule: service && (await service.status()) }))

  mount(app, backups.make, async (_input, { actor, request }) => {
    if (!service) {
      throw new AppError('conflict', 'No backups are made: set BACKUP_DIR where the server is started', {
        code: 'backups.no_folder',
      })
    }
    return { schedule: await service.ask(callerOf(actor, request)) }
  })
}
