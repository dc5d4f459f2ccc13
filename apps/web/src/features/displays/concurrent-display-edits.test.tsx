import { dashboard } from '@atalaya/contract/dashboard'
import { type Display, displays } from '@atalaya/contract/displays'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applyToDisplays } from '#web/features/displays/displays-live.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { aPage } from '#web/testing/boards.ts'
import { bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const entry = (pageId: string, seconds = 30) => ({ pageId, seconds, hours: null })
const [home, club, attic] = ['Home', 'Club', 'Attic'].map((name, order) =>
  aPage({ _id: name.toLowerCase(), name, active: order === 0, order }),
)

/** Opens the page of a display. `changeElsewhere` changes the display, as an event from another screen does. */
async function open(display: Display) {
  startSession(bea)
  let current = display
  const sent: object[] = []
  answerCall(dashboard.list, () => ({ pages: [home, club, attic].flatMap((page) => page ?? []) }))
  answerCall(displays.list, () => ({ displays: [current] }))
  answerCall(displays.edit, ({ body }) => {
    sent.push(body)
    current = { ...current, ...body }
    return { display: current }
  })
  const app = renderApp({ path: '/displays/kitchen' })
  await screen.findByRole('list', { name: 'Playlist' })
  const changeElsewhere = (change: Partial<Display>) => {
    current = { ...current, ...change }
    act(() => applyToDisplays(app.client, { type: 'display.updated', data: current }))
  }
  return { ...app, sent, changeElsewhere }
}

test('an entry is changed where it is now, though another came before it while its dialog was open', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay({ entries: [entry('home'), entry('club')] }))
  await user.click(screen.getByRole('button', { name: 'Edit Club, 2 of 2' }))
  const seconds = await screen.findByLabelText('Duration in seconds')
  changeElsewhere({ entries: [entry('attic'), entry('home'), entry('club')] })
  await user.clear(seconds)
  await user.type(seconds, '60')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ entries: [entry('attic'), entry('home'), entry('club', 60)] }]))
})

test('an entry that was changed elsewhere while its dialog was open is changed, and not doubled', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay({ entries: [entry('home'), entry('club')] }))
  await user.click(screen.getByRole('button', { name: 'Edit Home, 1 of 2' }))
  const seconds = await screen.findByLabelText('Duration in seconds')
  changeElsewhere({ entries: [entry('home', 45), entry('club')] })
  await user.clear(seconds)
  await user.type(seconds, '60')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ entries: [entry('home', 60), entry('club')] }]))
})

test('an entry that went while its dialog was open replaces no other one of its page', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay({ entries: [entry('home'), entry('home', 45)] }))
  await user.click(screen.getByRole('button', { name: 'Edit Home, 1 of 2' }))
  await screen.findByRole('dialog', { name: 'Change what is shown' })
  changeElsewhere({ entries: [entry('home', 45)] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ entries: [entry('home', 45), entry('home')] }]))
})

test('an entry that went while its dialog was open is added again, and replaces no other', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay({ entries: [entry('home'), entry('club')] }))
  await user.click(screen.getByRole('button', { name: 'Edit Home, 1 of 2' }))
  await screen.findByRole('dialog', { name: 'Change what is shown' })
  changeElsewhere({ entries: [entry('club')] })
  expect(screen.getByRole('dialog', { name: 'Change what is shown' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ entries: [entry('club'), entry('home')] }]))
})

test('a new entry comes last, also behind one that was added elsewhere meanwhile', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay({ entries: [entry('club')] }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByRole('dialog', { name: 'Add to the playlist' })
  changeElsewhere({ entries: [entry('club'), entry('attic')] })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent).toEqual([{ entries: [entry('club'), entry('attic'), entry('home')] }]))
})

test('the dialog of name and tags sends only the changed fields', async () => {
  const { user, sent, changeElsewhere } = await open(aDisplay())
  await user.click(screen.getByRole('button', { name: 'Name and tags' }))
  const place = await screen.findByLabelText('Place')
  changeElsewhere({ name: 'Pantry', tags: ['hall'] })
  await user.clear(place)
  await user.type(place, 'Above the sink')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ place: 'Above the sink' }]))
})

test('the dialog of settings keeps the settings that were changed elsewhere meanwhile', async () => {
  const { settings } = aDisplay()
  const { user, sent, changeElsewhere } = await open(aDisplay())
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const zoom = await screen.findByLabelText('Zoom (%)')
  changeElsewhere({ settings: { ...settings, theme: 'dark', zoom: 90 } })
  await user.clear(zoom)
  await user.type(zoom, '150')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ settings: { ...settings, theme: 'dark', zoom: 150 } }]))
})
