import { audit } from '@atalaya/contract/audit'
import { type BackupSchedule, backups } from '@atalaya/contract/backups'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const HOUR_MS = 60 * 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const healthy: BackupSchedule = {
  everyHours: 24,
  keep: 7,
  lastAt: ago(3 * HOUR_MS),
  isLate: false,
  isAsked: false,
  failure: null,
}

beforeEach(() => {
  startSession({ ...ada, role: 'admin' })
  answerCall(audit.list, () => ({ entries: [], next: null }))
})
async function open(schedule: BackupSchedule | null) {
  answerCall(backups.status, () => ({ schedule }))
  renderApp({ path: '/admin/audit' })
  await screen.findByText('Nothing recorded.')
}

test('an administrator sees how old the newest backup is', async () => {
  await open(healthy)
  expect(await screen.findByText(/^Last backup/)).toHaveTextContent('Last backup 3 hours ago.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a backup that failed is shown with its reason', async () => {
  await open({ ...healthy, lastAt: null, failure: { at: ago(HOUR_MS), reason: 'The disk of /mnt is full' } })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The backup failed 1 hour ago: The disk of /mnt is full. No backup yet.',
  )
})

test('a late backup is shown with its age', async () => {
  await open({ ...healthy, lastAt: ago(72 * HOUR_MS), isLate: true })
  expect(await screen.findByRole('alert')).toHaveTextContent('Last backup 3 days ago.')
})

test('an installation without scheduled backups shows nothing', async () => {
  await open(null)
  expect(screen.queryByText(/backup/i)).toBeNull()
})
