import { type AuditEntry, audit } from '@atalaya/contract/audit'
import { users } from '@atalaya/contract/users'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AuditPage } from '#web/features/audit/audit-page.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const anEntry = (n: number): AuditEntry => ({
  _id: `e${n}`,
  at: '2026-11-21T09:00:00Z',
  action: 'auth.login_failed',
  actor: { id: 'bea', name: 'bea' },
  target: null,
  ip: `10.0.0.${n}`,
  details: '',
})

/** Entries on the server, newest first; it hands out two at a time. */
let entries: AuditEntry[]
let isAway: boolean
beforeEach(() => {
  startSession()
  isAway = false
  entries = [4, 3, 2, 1].map(anEntry)
  answerCall(users.list, () => ({ users: [] }))
  answerCall(audit.list, ({ query: { before } }) => {
    if (isAway) throw new ApiError(503, 'The server is busy')
    const from = before === undefined ? 0 : entries.findIndex(({ _id }) => _id === before) + 1
    const part = entries.slice(from, from + 2)
    return { entries: part, next: from + 2 < entries.length ? (part.at(-1)?._id ?? null) : null }
  })
})

const shownDigits = () => screen.getAllByText(/^10\.0\.0\.\d$/).map(({ textContent }) => textContent?.slice(-1))
const olderButton = () => screen.getByRole('button', { name: 'Show older entries' })

test('older entries come below, and new ones above, each once', async () => {
  const { client } = renderElement(<AuditPage />)
  await screen.findByText('10.0.0.4')
  expect(shownDigits()).toEqual(['4', '3'])
  fireEvent.click(olderButton())
  await screen.findByText('10.0.0.1')
  expect(shownDigits()).toEqual(['4', '3', '2', '1'])
  entries.unshift(anEntry(5))
  void client.invalidateQueries({ queryKey: ['audit'] })
  await screen.findByText('10.0.0.5')
  expect(shownDigits()).toEqual(['5', '4', '3', '2'])
  fireEvent.click(olderButton())
  await screen.findByText('10.0.0.1')
  expect(shownDigits()).toEqual(['5', '4', '3', '2', '1'])
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull()
})

test('older entries that could not be read leave the others on screen, and can be asked for again', async () => {
  renderElement(<AuditPage />)
  await screen.findByText('10.0.0.4')
  isAway = true
  fireEvent.click(olderButton())
  expect(await screen.findByText('The server is busy')).toBeVisible()
  expect(shownDigits()).toEqual(['4', '3'])
  isAway = false
  fireEvent.click(olderButton())
  await screen.findByText('10.0.0.1')
  expect(screen.queryByText('The server is busy')).toBeNull()
})
