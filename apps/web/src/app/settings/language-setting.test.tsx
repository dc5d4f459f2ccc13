import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LanguageSetting } from '#web/app/settings/language-setting.tsx'
import { renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('each choice is saved beside the others, and reset by the empty one', async () => {
  const saved: Preferences[] = []
  answerCall(preferenceCalls.read, () => ({ preferences: { formats: { hours: 24 as const } } }))
  answerCall(preferenceCalls.keep, ({ body }) => {
    saved.push(body)
    return {}
  })
  startSession()
  const { user } = renderElement(<LanguageSetting />)
  const field = (name: string) => screen.getByRole('combobox', { name })
  await expect.poll(() => field('Hours')).toHaveValue('24')

  await user.selectOptions(field('Dates and numbers'), 'Deutsch')
  await waitForText(/ · 1\.234,5$/)
  await user.selectOptions(field('Time zone'), 'Europe/Madrid')
  await user.selectOptions(field('First day of the week'), 'Sunday')
  await user.selectOptions(field('Hours'), "The language's")
  const chosen = { locale: 'de-DE', zone: 'Europe/Madrid', firstDay: 7 }
  await expect.poll(() => saved.at(-1)).toEqual({ formats: chosen })
  expect(saved).toHaveLength(4)
})
