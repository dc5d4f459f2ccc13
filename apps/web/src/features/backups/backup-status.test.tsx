import { audit } from '@atalaya/contract/audit'
import { type BackupSchedule, backups } from '@atalaya/contract/backups'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, renderApp, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

const HOUR = 60 * 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const quiet: BackupSchedule = {
  everyHours: 24,
  keep: 7,
  lastAt: ago(3 * HOUR),
  isLate: false,
  isAsked: false,
  failure: null,
}

beforeEach(() => {
  signedIn({ ...ada, role: 'admin' })
  on(audit.list, () => ({ entries: [], next: null }))
})
async function open(schedule: BackupSchedule | null) {
  on(backups.status, () => ({ schedule }))
  renderApp({ path: '/admin/audit' })
  await screen.findByText('Nothing recorded.')
}

test('an administrator sees how old the newest backup is', async () => {
  await open(quiet)
  expect(await screen.findByText(/^Last backup/)).toHaveTextContent('Last backup 3 hours ago.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a backup that failed is shown with its reason', async () => {
  await open({ ...quiet, lastAt: null, failure: { at: ago(HOUR), reason: 'The disk of /mnt is full' } })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The backup failed 1 hour ago: The disk of /mnt is full. No backup yet.',
  )
})

test('a late backup is shown with its age', async () => {
  await open({ ...quiet, lastAt: ago(72 * HOUR), isLate: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('Last backup 3 days ago.')
})

test('an installation without scheduled backups shows nothing', async () => {
  await open(null)
  expect(screen.queryByText(/backup/i)).toBeNull()
})
