import type { LegalPage, LegalText } from '@atalaya/contract/legal'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import type { LegalRepo, StoredText } from './legal.repo.ts'

type Needs = { repo: Pick<LegalRepo, 'read'>; tx: RunInTransaction<'audit' | 'legal'>; now: () => number }

const NAMES: Record<LegalPage, string> = { terms: 'Terms of Service', privacy: 'Privacy Policy' }

/**
 * Texts that people agree to when they register. Everybody reads them; administrators change them, and the audit
 * records it.
 */
export function createLegal({ repo, tx, now }: Needs) {
  return {
    read: async (page: LegalPage): Promise<LegalText> => toView(await repo.read(page)),

    async change(by: Caller, page: LegalPage, text: string | null): Promise<LegalText> {
      const next = { text, changedAt: now() }
      const target = { id: page, name: NAMES[page] }
      const details = text === null ? 'the usual one again' : ''
      await tx(async (repos) => {
        await repos.legal.write(page, next)
        await repos.audit.insert(now(), { action: 'legal.changed', by, target, details })
      })
      return toView(next)
    },
  }
}
export type Legal = ReturnType<typeof createLegal>

const toView = (stored: StoredText | null): LegalText => ({
  text: stored?.text ?? null,
  changedAt: stored && new Date(stored.changedAt).toISOString(),
})
