import { alerts } from '@atalaya/contract/alert-incidents'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AlertBell } from '#web/features/alerts/alert-bell.tsx'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { tabMark } from '#web/lib/looks/tab-mark.ts'
import { anIncident } from '#web/testing/alerts.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test("the mark of firing alerts in the browser's tab disappears with the bell", async () => {
  startSession()
  answerCall(alerts.counts, () => ({ firing: 2, unacknowledged: 2, worst: null, rules: 1, watching: 1 }))
  const { unmount } = renderElement(<AlertBell />)
  expect(await screen.findByRole('link', { name: /^Alerts, 2/ })).toBeVisible()
  expect(tabMark()).toBe('(2) ')
  unmount()
  expect(tabMark()).toBe('')
})

test('a new alert is announced by its rule and agent; those of the first read are not', async () => {
  startSession()
  const old = anIncident()
  let firing = [old]
  answerCall(alerts.counts, () => ({
    firing: firing.length,
    unacknowledged: firing.length,
    worst: old.severity,
    rules: 1,
    watching: 1,
  }))
  answerCall(alerts.list, () => ({ incidents: firing, pagination: { total: 1, current: 1, pages: 1, pageSize: 50 } }))
  const { client } = renderElement(<AlertBell />)
  await screen.findByRole('link', { name: /^Alerts, 1/ })
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  // The list has the worst alert first, which is the old one.
  firing = [
    old,
    anIncident({
      _id: 'i2',
      ruleName: 'Busy',
      agent: { _id: 'k', name: 'kitchen-pc' },
      openedAt: '2026-03-01T12:00:01.000Z',
    }),
  ]
  applyToAlerts(client, { type: 'alerts.changed', data: {} })
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('New alert: Busy on kitchen-pc.'))
})
