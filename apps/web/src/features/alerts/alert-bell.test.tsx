import { alerts } from '@atalaya/contract/alert-incidents'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AlertBell } from '#web/features/alerts/alert-bell.tsx'
import { tabMark } from '#web/lib/looks/tab-mark.ts'
import { renderElement, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

test("the mark of firing alerts in the browser's tab disappears with the bell", async () => {
  signedIn()
  on(alerts.counts, () => ({ firing: 2, unacknowledged: 2, worst: null, rules: 1, watching: 1 }))
  const { unmount } = renderElement(<AlertBell />)
  expect(await screen.findByRole('link', { name: /^Alerts, 2/ })).toBeVisible()
  expect(tabMark()).toBe('(2) ')
  unmount()
  expect(tabMark()).toBe('')
})
