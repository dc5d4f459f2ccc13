import { type AlertIncident, alerts } from '@atalaya/contract/alert-incidents'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { IncidentList, PAGE_SIZE } from '#web/features/alerts/incident-list.tsx'
import { anIncident } from '#web/testing/alerts.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const incidentOf = (n: number) =>
  anIncident({ _id: `i${n}`, agent: { _id: `a${n}`, name: `rack-${n}` }, text: `Disk of rack-${n} is full` })

/** Firing alerts on the server. */
let firing: AlertIncident[]
beforeEach(() => {
  startSession()
  firing = Array.from({ length: PAGE_SIZE + 1 }, (_, n) => incidentOf(n + 1))
  answerCall(alerts.list, ({ query: { page = 1, pageSize = PAGE_SIZE } }) => ({
    incidents: firing.slice((page - 1) * pageSize, page * pageSize),
    pagination: {
      total: firing.length,
      current: page,
      pages: Math.max(1, Math.ceil(firing.length / pageSize)),
      pageSize,
    },
  }))
})

test.each([
  ['does not say that nothing fires before a rule could have fired', 0, 'Nothing has been judged yet'],
  ['says how many rules could have fired', 2, '2 of 3 rules have been judged so far.'],
  ['says that nothing fires once all rules could have fired', 3, 'A firing alert stays here until it is over.'],
])('an empty list %s', async (_claim, judged, text) => {
  firing = []
  answerCall(alerts.counts, () => ({ firing: 0, unacknowledged: 0, worst: null, rules: 3, watching: 3, judged }))
  renderApp({ path: '/', routes: [{ path: '*', element: <IncidentList state="firing" /> }] })
  await waitForText(text)
})

async function openSecondPage() {
  const app = renderApp({ path: '/?page=2', routes: [{ path: '*', element: <IncidentList state="firing" /> }] })
  await screen.findByText('Disk of rack-21 is full')
  return { ...app, announceChange: () => applyToAlerts(app.client, { type: 'alerts.changed', data: {} }) }
}

test('an alert that fires moves the list under the reader, who stays on the second page', async () => {
  const { announceChange, router } = await openSecondPage()
  firing.unshift(incidentOf(99))
  announceChange()
  await screen.findByText('Disk of rack-20 is full')
  expect(screen.getByText('22 results')).toBeVisible()
  expect(router.state.location.search).toBe('?page=2')
})

test('the reader of a second page whose last alert ended sees the first page', async () => {
  const { announceChange, router } = await openSecondPage()
  firing.pop()
  announceChange()
  await screen.findByText('Disk of rack-1 is full')
  expect(router.state.location.search).toBe('')
  expect(router.state.historyAction).toBe('REPLACE')
})
