import { alerts } from '@atalaya/contract/alert-incidents'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { IncidentPage } from '#web/features/alerts/incident-page.tsx'
import { anIncident } from '#web/testing/alerts.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const firedAt = '2026-03-01T12:00:00.000Z'
const member = (name: string, clearedAt: string | null) => ({
  agent: { _id: name, name },
  text: 'It is offline',
  isBehind: false,
  firedAt,
  clearedAt,
})

beforeEach(() => {
  startSession()
  answerCall(alerts.get, () => ({
    incident: anIncident({ agent: { _id: 'attic', name: 'attic' }, text: 'They are offline', agents: 3, firing: 1 }),
    members: [member('attic', null), member('cellar', firedAt), member('garage', firedAt)],
  }))
})

async function openIncident() {
  renderApp({ path: '/alerts/i1', routes: [{ path: '/alerts/:id', element: <IncidentPage /> }] })
  await screen.findByText('cellar')
}

test('a firing alert of several machines says on how many of them it is over', async () => {
  await openIncident()
  expect(screen.getByText('They are offline · over on 2 of 3')).toBeVisible()
})

test('a machine that recovered is no longer said to be offline', async () => {
  await openIncident()
  const machines = within(screen.getByLabelText('Machines')).getAllByRole('listitem')
  expect(machines.map(({ textContent }) => textContent?.includes('It is offline'))).toEqual([true, false, false])
})
