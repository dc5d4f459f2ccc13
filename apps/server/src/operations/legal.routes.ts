import { type LegalPage, type LegalText, legal } from '@atalaya/contract/legal'
import type { FastifyInstance } from 'fastify'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { KeptText, LegalRepo } from './legal.repo.ts'

type Needs = { repo: Pick<LegalRepo, 'read'>; tx: RunInTransaction; now: () => number }

const NAMES: Record<LegalPage, string> = { terms: 'Terms of Service', privacy: 'Privacy Policy' }

/** What who registers agrees to: everybody reads it, administrators change it. */
export async function legalRoutes(app: FastifyInstance, { repo, tx, now }: Needs): Promise<void> {
  mount(app, legal.read, async ({ params }) => toView(await repo.read(params.page)))

  mount(app, legal.change, async ({ params: { page }, body }, { actor, request }) => {
    const next = { text: body.text, changedAt: now() }
    await tx(async (repos) => {
      await repos.legal.write(page, next)
      const target = { id: page, name: NAMES[page] }
      const details = body.text === null ? 'the usual one again' : ''
      await repos.audit.insert(now(), { action: 'legal.changed', by: callerOf(actor, request), target, details })
    })
    return toView(next)
  })
}

const toView = (kept: KeptText | null): LegalText => ({
  text: kept?.text ?? null,
  changedAt: kept && new Date(kept.changedAt).toISOString(),
})
