import { audit } from '@atalaya/contract/audit'
import { type InstallationStatus, installation } from '@atalaya/contract/installation'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const MB = 1024 ** 2
const GB = 1024 * MB
const none: InstallationStatus['lostSecrets'] = { widgets: [], isMore: false }
const disk = { freeBytes: 40 * GB, totalBytes: 64 * GB, level: 'ok' } as const

beforeEach(() => {
  startSession({ ...ada, role: 'admin' })
  answerCall(audit.list, () => ({ entries: [], next: null }))
})
async function open(status: Omit<InstallationStatus, 'startedAt'>) {
  answerCall(installation.status, () => ({ ...status, startedAt: '2026-11-01T00:00:00Z' }))
  renderApp({ path: '/admin/audit' })
  await screen.findByText('Nothing recorded.')
}

test('an administrator sees the free space on the disk', async () => {
  await open({ disk, lostSecrets: none })
  expect(await screen.findByText(/on the disk/)).toHaveTextContent('40 GiB of 64 GiB free on the disk of this server.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('little free space is shown with advice', async () => {
  await open({ disk: { ...disk, freeBytes: 410 * MB, level: 'low' }, lostSecrets: none })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'There is little room left on the disk of this server: 410 MiB of 64 GiB free. Delete what is not needed there, or move the data folder to a larger disk.',
  )
})

test('a full disk is reported, together with the measurements not being stored', async () => {
  await open({ disk: { ...disk, freeBytes: 0, level: 'full' }, lostSecrets: none })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The disk of this server is full: 0 B of 64 GiB free. What agents measure is not stored until there is room on it. Delete/,
  )
})

test('widgets that lost their secret are listed with page and owner', async () => {
  const widgets = ['Conversations', 'Now playing'].map((widget, n) => ({
    widgetId: `w-${n}`,
    widget,
    page: 'Hall',
    owner: 'marina',
  }))
  await open({ disk: null, lostSecrets: { widgets, isMore: true } })
  const list = within(await screen.findByRole('status')).getAllByRole('listitem')
  expect(list.map((item) => item.textContent)).toEqual([
    ...['Conversations on the page Hall of marina', 'Now playing on the page Hall of marina', 'and others'],
  ])
})

test('a healthy installation shows no notice', async () => {
  await open({ disk: null, lostSecrets: none })
  expect(screen.queryByText(/disk|key of the server/)).toBeNull()
})
