import { agents } from '@atalaya/contract/agents'
import { type AlertSilence, alerts } from '@atalaya/contract/alert-incidents'
import { commands } from '@atalaya/contract/commands'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SilenceList } from '#web/features/alerts/silence-list.tsx'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const maintenance: AlertSilence = {
  _id: 's1',
  target: { kind: 'tag', tag: 'attic' },
  targetName: 'attic',
  reach: 'fleet',
  until: null,
  times: { days: [0], from: '03:00', forS: 3600, zone: 'UTC' },
  reason: '',
  by: 'ada',
  isAutomatic: false,
  createdAt: '2026-03-01T12:00:00.000Z',
}

/** Ids of silences that were ended. */
let ended: string[]
beforeEach(() => {
  ended = []
  startSession()
  answerCall(alerts.silences, () => ({ silences: ended.length > 0 ? [] : [maintenance] }))
  answerCall(alerts.endSilence, ({ params: { id } }) => {
    ended.push(id)
    return {}
  })
  answerCall(agents.tags, () => ({ tags: ['attic', 'cellar'] }))
  answerCall(commands.reach, ({ query }) => ({ total: String(query.tag) === 'attic' ? 2 : 45, online: 1 }))
})

const openList = () => renderApp({ path: '/', routes: [{ path: '*', element: <SilenceList /> }] })

test('a maintenance that comes again every week ends only after a question', async () => {
  const { user } = openList()
  await user.click(await screen.findByRole('button', { name: 'End: Machines with the tag attic' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'End this maintenance?' }))
  expect(question.getByText(/Sunday at 03:00 for 1 h/)).toBeVisible()
  expect(ended).toEqual([])
  await user.click(question.getByRole('button', { name: 'End maintenance' }))
  expect(await screen.findByText('Maintenance ended')).toBeVisible()
  expect(ended).toEqual(['s1'])
})

test('the tag of a maintenance is suggested, and the machines that have it are counted', async () => {
  const { user } = openList()
  await user.click(await screen.findByRole('button', { name: 'Plan maintenance' }))
  const tag = await screen.findByRole('combobox', { name: 'Tag of the machines' })
  await user.type(tag, '#attic')
  expect(await screen.findByText('2 machines have it now. Machines that get it later count too.')).toBeVisible()
  await user.type(tag, 'k')
  expect(await screen.findByText('No machine has this tag now. Machines that get it later count too.')).toBeVisible()
})

test('a maintenance is planned for a duration in minutes', async () => {
  const seconds: unknown[] = []
  answerCall(alerts.silence, ({ body }) => {
    seconds.push(body.times?.forS)
    return { silence: maintenance }
  })
  const { user } = openList()
  await user.click(await screen.findByRole('button', { name: 'Plan maintenance' }))
  await user.type(await screen.findByRole('combobox', { name: 'Tag of the machines' }), 'attic')
  const duration = screen.getByLabelText('Duration in minutes')
  await user.clear(duration)
  await user.type(duration, '30')
  await user.click(screen.getByRole('button', { name: 'Plan' }))
  await waitFor(() => expect(seconds).toEqual([1800]))
})
