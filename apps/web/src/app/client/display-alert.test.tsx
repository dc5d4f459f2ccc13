import { type AlertIncident, alerts } from '@atalaya/contract/alert-incidents'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DisplayAlert } from '#web/app/client/display-alert.tsx'
import { anIncident } from '#web/testing/alerts.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const incident = anIncident({ text: 'It is offline', agent: { _id: 'a', name: 'attic' }, firing: 2, agents: 2 })
let firing: AlertIncident[]
beforeEach(() => {
  startSession()
  firing = [incident]
  const pagination = { total: 1, current: 1, pages: 1, pageSize: 5 }
  answerCall(alerts.list, ({ query }) => ({ incidents: query?.unacknowledged ? firing : [], pagination }))
})

test('a critical alert covers the display until somebody acknowledges it', async () => {
  answerCall(alerts.acknowledge, () => {
    firing = []
    return { incident: { ...incident, acknowledged: { by: 'ada', at: incident.openedAt } } }
  })
  const { user } = renderElement(<DisplayAlert />)
  expect(await screen.findByRole('alert', { name: 'Critical alert' })).toHaveTextContent(
    'attic and 1 moreIt is offline',
  )
  await user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a person in front of the display can return to the pages', async () => {
  const { user } = renderElement(<DisplayAlert />)
  await user.click(await screen.findByRole('button', { name: 'Back to the pages' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('warnings and silenced alerts do not cover the display', async () => {
  firing = [
    { ...incident, _id: 'w', severity: 'warning', agent: { _id: 'b', name: 'barn' } },
    { ...incident, _id: 's', isSilenced: true, agent: { _id: 'c', name: 'cellar' } },
    incident,
  ]
  renderElement(<DisplayAlert />)
  expect(await screen.findByRole('alert')).toHaveTextContent('attic')
  expect(screen.queryByText(/barn|cellar/)).toBeNull()
})

test('each of several alerts is dismissed by itself, and none of them returns', async () => {
  firing = [incident, { ...incident, _id: 'j', agent: { _id: 'b', name: 'barn' } }]
  const { user } = renderElement(<DisplayAlert />)
  for (const name of ['attic', 'barn']) {
    expect(await screen.findByRole('alert')).toHaveTextContent(name)
    await user.click(screen.getByRole('button', { name: 'Back to the pages' }))
  }
  expect(screen.queryByRole('alert')).toBeNull()
})
