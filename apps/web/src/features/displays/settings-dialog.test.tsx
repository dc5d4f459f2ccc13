import { displays } from '@atalaya/contract/displays'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SettingsDialog } from '#web/features/displays/settings-dialog.tsx'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('a clock comes after the given minutes', async () => {
  startSession()
  const display = aDisplay({ settings: { ...aDisplay().settings, idle: { minutes: 5, shows: 'clock' } } })
  const idle: unknown[] = []
  answerCall(displays.edit, ({ body }) => {
    idle.push(body.settings?.idle)
    return { display }
  })
  const { user } = renderElement(<SettingsDialog display={display} pages={[]} onClose={() => undefined} />)
  const minutes = await screen.findByLabelText('Minutes until then')
  await user.clear(minutes)
  await user.type(minutes, '10')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(idle).toEqual([{ minutes: 10, shows: 'clock' }]))
})
