import { legal } from '@atalaya/contract/legal'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Legal } from './legal.service.ts'

export async function legalRoutes(app: FastifyInstance, { service }: { service: Legal }): Promise<void> {
  mount(app, legal.read, ({ params }) => service.read(params.page))

  mount(app, legal.change, ({ params, body }, { actor, request }) =>
    service.change(callerOf(actor, request), params.page, body.text),
  )
}
