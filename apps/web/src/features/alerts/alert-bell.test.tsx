import { alerts } from '@atalaya/contract/alert-incidents'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { AlertBell } from '#web/features/alerts/alert-bell.tsx'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { tabMark } from '#web/lib/looks/tab-mark.ts'
import { anIncident } from '#web/testing/alerts.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test("the mark of firing alerts in the browser's tab disappears with the bell", async () => {
  startSession()
  answerCall(alerts.counts, () => ({ firing: 2, unacknowledged: 2, worst: null, rules: 1, watching: 1, judged: 1 }))
  const { unmount } = renderElement(<AlertBell />)
  expect(await screen.findByRole('link', { name: /^Alerts, 2/ })).toBeVisible()
  expect(tabMark()).toBe('(2) ')
  unmount()
  expect(tabMark()).toBe('')
})

test('more alerts than the bell has room for are shown as such', async () => {
  startSession()
  answerCall(alerts.counts, () => ({ firing: 120, unacknowledged: 0, worst: null, rules: 1, watching: 1, judged: 1 }))
  renderElement(<AlertBell />)
  expect(await screen.findByRole('link', { name: /^Alerts, 120/ })).toHaveTextContent('99+')
})

describe('a new alert', () => {
  const old = anIncident()
  const aNewOne = anIncident({
    _id: 'i2',
    ruleName: 'Busy',
    agent: { _id: 'k', name: 'kitchen-pc' },
    openedAt: '2026-03-01T12:00:01.000Z',
  })
  const [pagination, worst] = [{ total: 1, current: 1, pages: 1, pageSize: 50 }, old.severity]

  /** Shows the bell while one alert fires. Returns a function that sets the number of firing alerts. */
  async function openBell() {
    let count = 1
    startSession()
    answerCall(alerts.counts, () => ({ firing: count, unacknowledged: count, worst, rules: 1, watching: 1, judged: 1 }))
    const { client } = renderElement(<AlertBell />)
    await screen.findByRole('link', { name: /^Alerts, 1/ })
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    return (next: number) => {
      count = next
      applyToAlerts(client, { type: 'alerts.changed', data: {} })
    }
  }
  const expectSpoken = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))

  test('is announced by its rule and agent; those of the first read are not', async () => {
    const fire = await openBell()
    // The list has the worst alert first, which is the old one.
    answerCall(alerts.list, () => ({ incidents: [old, aNewOne], pagination }))
    fire(2)
    await expectSpoken('New alert: Busy on kitchen-pc.')
  })

  test.each([
    ['cut before it', () => ({ incidents: [old], pagination })],
    [
      'not to be had',
      () => {
        throw new ApiError(500, 'The disk is full')
      },
    ],
  ])('is announced by the number of alerts if the list is %s', async (_what, answer) => {
    const fire = await openBell()
    answerCall(alerts.list, answer)
    fire(2)
    await expectSpoken('New alert: 2 alerts fire.')
  })

  test('is announced by the number of alerts if others come with it', async () => {
    const fire = await openBell()
    fire(3)
    await expectSpoken('New alert: 3 alerts fire.')
  })
})
