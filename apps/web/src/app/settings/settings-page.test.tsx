import { backups } from '@atalaya/contract/backups'
import { installation } from '@atalaya/contract/installation'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const GB = 2 ** 30
const NOW = Date.parse('2026-11-21T10:00:00Z')

const list = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
const facts = () =>
  within(screen.getByRole('region', { name: 'About this server' }))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

test('the list names all settings, also those on separate screens, and marks the current one', async () => {
  startSession(bea)
  const { user, router } = renderApp({ path: '/settings' })
  expect(await screen.findByRole('radiogroup', { name: 'Theme' })).toBeVisible()
  const links = (await list()).getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Appearance /settings/appearance',
    'Language and time /settings/language',
    'Start page /settings/start',
    'Connections /settings/connections',
    'Tokens /settings/tokens',
    'About this server /settings/about',
    'Sign-in and sessions /account',
    'Alert rules /alerts?show=rules',
    'Notifications /alerts?show=notifications',
    'Displays /displays',
  ])
  expect((await list()).getByRole('link', { current: 'page' })).toHaveTextContent('Appearance')
  answerCall(preferenceCalls.read, () => ({ preferences: {} }))
  await user.click((await list()).getByRole('link', { name: 'Language and time' }))
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toBeVisible()
  expect((await list()).getByRole('link', { current: 'page' })).toHaveTextContent('Language and time')
  expect(router.state.location.pathname).toBe('/settings/language')
})

test.each(['nothing', 'constructor'])('an unknown setting redirects to the settings: %s', async (name) => {
  startSession(bea)
  const { router } = renderApp({ path: `/settings/${name}` })
  expect(await screen.findByRole('radiogroup', { name: 'Theme' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/settings')
})

test('an administrator reads version, uptime, disk and backup of the server', async () => {
  vi.setSystemTime(NOW)
  onTestFinished(() => void vi.useRealTimers())
  startSession(ada)
  const disk = { freeBytes: 40 * GB, totalBytes: 64 * GB, level: 'ok' as const }
  const lostSecrets = { widgets: [], isMore: false }
  answerCall(installation.status, () => ({ startedAt: '2026-11-18T06:00:00Z', disk, lostSecrets }))
  const schedule = {
    everyHours: 24,
    keep: 7,
    lastAt: '2026-11-21T08:00:00Z',
    isLate: false,
    isAsked: false,
    failure: null,
  }
  answerCall(backups.status, () => ({ schedule }))
  renderApp({ path: '/settings/about' })
  await waitForText('3 d 4 h')
  await waitForText('2 hours ago')
  expect(facts()).toEqual([
    expect.stringMatching(/^Version: Atalaya \d+\.\d+\.\d+$/),
    'Running for: 3 d 4 h',
    'Disk: 40 GiB of 64 GiB free',
    'Newest backup: 2 hours ago, every 24 h, 7 are keptBack up now',
  ])
})

test('an administrator requests a backup, also by the palette, and sees when it is done', async () => {
  vi.setSystemTime(NOW)
  onTestFinished(() => void vi.useRealTimers())
  startSession(ada)
  const disk = { freeBytes: 40 * GB, totalBytes: 64 * GB, level: 'ok' as const }
  answerCall(installation.status, () => ({
    startedAt: '2026-11-18T06:00:00Z',
    disk,
    lostSecrets: { widgets: [], isMore: false },
  }))
  const schedule = { everyHours: 24, keep: 7, lastAt: '2026-11-21T08:00:00Z', isLate: false, isAsked: false }
  let isAsked = false
  answerCall(backups.status, () => ({ schedule: { ...schedule, failure: null, isAsked } }))
  answerCall(backups.make, () => {
    isAsked = true
    return { schedule: { ...schedule, failure: null, isAsked } }
  })
  const { user, client } = renderApp({ path: '/settings' })
  await screen.findByRole('radiogroup', { name: 'Theme' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'back up')
  await user.click(await screen.findByRole('option', { name: /Back up now/ }))
  expect(await screen.findByRole('button', { name: 'Backing up…' })).toBeDisabled()
  isAsked = false
  schedule.lastAt = '2026-11-21T09:59:59Z'
  await client.refetchQueries({ queryKey: ['backups'] })
  expect(await screen.findByRole('button', { name: 'Back up now' })).toBeEnabled()
  expect(facts().at(-1)).toMatch(/^Newest backup: (now|just now|1 second ago), every 24 h/)
  await user.click(screen.getByRole('button', { name: 'Back up now' }))
  expect(await screen.findByRole('button', { name: 'Backing up…' })).toBeDisabled()
})

test('the page shows why a backup can not be requested now', async () => {
  startSession(ada)
  const schedule = { everyHours: 24, keep: 7, lastAt: '2026-11-21T09:55:00Z', isLate: false, isAsked: false }
  answerCall(backups.status, () => ({ schedule: { ...schedule, failure: null } }))
  const reason = 'The newest backup is less than ten minutes old; ask again in 5 min'
  server.use(http.post('*/api/v1/backups', () => HttpResponse.json({ success: false, error: reason }, { status: 409 })))
  const { user } = renderApp({ path: '/settings/about' })
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(new RegExp(reason))).toBeVisible()
})

test('a request by the palette without scheduled backups explains how to schedule them', async () => {
  startSession(ada)
  const reason = 'No backups are made: set BACKUP_DIR where the server is started'
  server.use(http.post('*/api/v1/backups', () => HttpResponse.json({ success: false, error: reason }, { status: 409 })))
  const { user } = renderApp({ path: '/settings' })
  await screen.findByRole('radiogroup', { name: 'Theme' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'back up')
  await user.click(await screen.findByRole('option', { name: /Back up now/ }))
  expect(await screen.findByText(/No backups are scheduled/)).toBeVisible()
  await waitForText(new RegExp(reason))
})

test('a full disk and missing backups are reported on this page', async () => {
  startSession(ada)
  const disk = { freeBytes: 0, totalBytes: 64 * GB, level: 'full' as const }
  answerCall(installation.status, () => ({
    startedAt: '2026-11-18T06:00:00Z',
    disk,
    lostSecrets: { widgets: [], isMore: false },
  }))
  renderApp({ path: '/settings/about' })
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The disk of this server is full/)
  expect(await screen.findByText(/No backups are scheduled/)).toBeVisible()
})

test("a member sees the version, and no administrator's data are requested", async () => {
  const requests: string[] = []
  const record = ({ request }: { request: Request }) => void requests.push(new URL(request.url).pathname)
  server.events.on('request:start', record)
  onTestFinished(() => void server.events.removeListener('request:start', record))
  startSession(bea)
  renderApp({ path: '/settings/about' })
  await screen.findByRole('region', { name: 'About this server' })
  expect(facts()).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  expect(requests.filter((path) => /installation|backups/.test(path))).toEqual([])
})
