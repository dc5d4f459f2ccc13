import { dashboard, type WidgetConfig } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applyToPages } from '#web/features/boards/boards.queries.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { aMeta } from '#web/testing/modules.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const clock = aModule('clock', [0, 0, 2, 2], 'Clock')
const schema = {
  type: 'object',
  properties: {
    label: { type: 'string', title: 'Label' },
    days: { type: 'integer', title: 'Days', default: 3 },
    place: { type: 'string', title: 'Place' },
  },
}
const pageWith = (config: WidgetConfig, version: number) => aPage({ version, modules: [{ ...clock, config }] })

/** Opens the configuration of a widget. `changeElsewhere` changes it, as another screen does. */
async function openConfig(config: WidgetConfig) {
  startSession()
  const sent: unknown[] = []
  answerCall(modules.list, () => ({ modules: [aMeta({ name: 'Clock', configSchema: JSON.stringify(schema) })] }))
  answerCall(dashboard.list, () => ({ pages: [pageWith(config, 1)] }))
  answerCall(dashboard.editModule, ({ body }) => {
    sent.push(body)
    return { page: pageWith({}, 9), module: clock }
  })
  const app = renderApp({ path: '/dashboard' })
  await app.user.click(await screen.findByRole('button', { name: 'Edit configuration of Clock' }))
  await screen.findByLabelText('Label')
  const changeElsewhere = (next: WidgetConfig) =>
    act(() => applyToPages(app.client, { type: 'page.updated', data: pageWith(next, 2) }))
  const save = () => app.user.click(screen.getByRole('button', { name: 'Guardar' }))
  return { ...app, sent, changeElsewhere, save }
}

test('the configuration of a widget keeps the fields that were changed elsewhere meanwhile', async () => {
  const { user, sent, changeElsewhere, save } = await openConfig({ label: 'Hall', place: 'Berlin' })
  await user.type(screen.getByLabelText('Label'), 'way')
  changeElsewhere({ label: 'Stairs', days: 7, place: 'Rome' })
  await waitFor(() => expect(screen.getByLabelText('Place')).toHaveValue('Rome'))
  expect(screen.getByLabelText('Label')).toHaveValue('Hallway')
  await save()
  await waitFor(() => expect(sent).toEqual([{ config: { label: 'Hallway', days: 7, place: 'Rome' } }]))
})

test('a field that was emptied elsewhere stays empty, and one that was emptied here, too', async () => {
  const { user, sent, changeElsewhere, save } = await openConfig({ label: 'Hall', days: 3, place: 'Berlin' })
  await user.clear(screen.getByLabelText('Label'))
  changeElsewhere({ label: 'Hall', days: 3 })
  await waitFor(() => expect(screen.getByLabelText('Place')).toHaveValue(''))
  await save()
  await waitFor(() => expect(sent).toEqual([{ config: { days: 3 } }]))
})

test('the dialog of a widget that was removed elsewhere keeps its fields', async () => {
  const { user, client } = await openConfig({ label: 'Hall' })
  await user.type(screen.getByLabelText('Label'), 'way')
  act(() => applyToPages(client, { type: 'page.updated', data: aPage({ version: 2, modules: [] }) }))
  await waitForText('This dashboard has no modules.')
  expect(screen.getByLabelText('Label')).toHaveValue('Hallway')
})
