import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChannelDialog } from '#web/features/alerts/channel-dialog.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'

test('the template of a webhook can be the one for a known service', async () => {
  startSession()
  const { user } = renderElement(<ChannelDialog channel={undefined} kind="webhook" onClose={() => undefined} />)
  const services = await screen.findByRole('group', { name: 'Templates for' })
  await user.click(within(services).getByRole('button', { name: 'Gotify' }))
  expect(screen.getByLabelText('Template')).toHaveDisplayValue(/"priority": 7/)
})
