import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import { timeText } from '@atalaya/format/time'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useFormats } from '#web/lib/formats.ts'
import { applyToPreferences, preferencesQuery, usePreferences } from '#web/lib/preferences.ts'
import { bea, renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const LOOKS = { Cards: { ownLook: { as: 'cards' } }, Rows: { ownLook: { as: 'rows' } } } as const

function Chooser() {
  const { preferences, isPending, keep } = usePreferences()
  return (
    <>
      <p>{isPending ? 'Asking' : `Shown as ${preferences.ownLook?.as ?? 'usual'}`}</p>
      {preferences.fleetLook && <p>The fleet too</p>}
      {Object.entries(LOOKS).map(([name, look]) => (
        <button key={name} type="button" onClick={() => keep(look)}>
          {name}
        </button>
      ))}
    </>
  )
}

/** A server that stores preferences. */
function preferencesServer(kept: Preferences = {}) {
  const saved: Preferences[] = []
  answerCall(preferenceCalls.read, () => ({ preferences: Object.assign({}, kept, ...saved) }))
  answerCall(preferenceCalls.keep, ({ body }) => {
    saved.push(body)
    return {}
  })
  return saved
}

const takeServerAway = () => server.use(http.all('*/api/v1/preferences', () => HttpResponse.error()))

async function renderChooser() {
  startSession()
  const app = renderElement(<Chooser />)
  return { ...app, choose: (name: keyof typeof LOOKS) => app.user.click(screen.getByRole('button', { name })) }
}

test('a choice is shown at once and saved', async () => {
  const saved = preferencesServer({ ownLook: { as: 'cards' } })
  const { choose } = await renderChooser()
  await waitForText('Shown as cards')
  await choose('Rows')
  expect(screen.getByText('Shown as rows')).toBeVisible()
  await waitFor(() => expect(saved).toEqual([LOOKS.Rows]))
})

test('choices are saved one after the other, as they were made', async () => {
  const first = Promise.withResolvers<void>()
  const saved: Preferences[] = []
  preferencesServer()
  answerCall(preferenceCalls.keep, async ({ body }) => {
    saved.push(body)
    await first.promise
    return {}
  })
  const { choose, client } = await renderChooser()
  await waitForText('Shown as usual')
  await choose('Rows')
  await choose('Cards')
  await waitFor(() => expect(saved).toEqual([LOOKS.Rows]))
  expect(client.isMutating()).toBe(2)
  first.resolve()
  await waitFor(() => expect(saved).toEqual([LOOKS.Rows, LOOKS.Cards]))
})

test('a choice stays while the server is away, and is saved when it is back', async () => {
  preferencesServer({ ownLook: { as: 'cards' } })
  const { choose, client } = await renderChooser()
  await waitForText('Shown as cards')
  takeServerAway()
  await choose('Rows')
  await choose('Cards')
  await choose('Rows')
  const saved = preferencesServer({ ownLook: { as: 'cards' }, fleetLook: {} })
  await act(() => client.invalidateQueries(preferencesQuery))
  await waitForText('The fleet too')
  expect(screen.getByText('Shown as rows')).toBeVisible()
  await waitFor(() => expect(saved).toEqual([LOOKS.Rows, LOOKS.Cards, LOOKS.Rows]))
  expect(screen.queryByText('Could not keep your choice')).toBeNull()
})

test('a choice can be made before anything was read', async () => {
  takeServerAway()
  const { choose } = await renderChooser()
  await choose('Rows')
  await waitForText('Shown as rows')
  const saved = preferencesServer()
  await waitFor(() => expect(saved).toEqual([LOOKS.Rows]))
})

test("a refused choice is reported, and the server's value is shown again", async () => {
  preferencesServer({ ownLook: { as: 'cards' } })
  answerCall(preferenceCalls.keep, () => {
    throw new ApiError(400, 'Not so')
  })
  const { choose } = await renderChooser()
  await waitForText('Shown as cards')
  await choose('Rows')
  await waitForText('Could not keep your choice')
  await waitForText('Shown as cards')
})

test('a choice from another screen is shown, unless a newer one was made here', async () => {
  preferencesServer()
  const { choose, client } = await renderChooser()
  await waitForText('Shown as usual')
  act(() => applyToPreferences(client, { type: 'preferences.updated', data: { ownLook: { as: 'rows' } } }))
  await waitForText('Shown as rows')
  takeServerAway()
  await choose('Cards')
  const elsewhere = { ownLook: { as: 'rows' }, fleetLook: {} } as const
  act(() => applyToPreferences(client, { type: 'preferences.updated', data: elsewhere }))
  await waitForText('The fleet too')
  expect(screen.getByText('Shown as cards')).toBeVisible()
  const saved = preferencesServer()
  await waitFor(() => expect(saved).toEqual([LOOKS.Cards]))
})

test('colours are applied as they arrive, except those of an earlier choice', async () => {
  const painted: unknown[] = []
  const onColours = ({ detail }: CustomEventInit<unknown>) => void painted.push(detail)
  window.addEventListener('colours', onColours as EventListener)
  onTestFinished(() => window.removeEventListener('colours', onColours as EventListener))
  const sea = { of: 'sea', light: { primary: '#18adb3' }, dark: {} }
  preferencesServer({ colours: 'sea', look: sea } as Preferences)
  const { client } = await renderChooser()
  await waitForText('Shown as usual')
  expect(painted.at(-1)).toEqual(sea)
  const count = painted.length
  act(() => client.setQueryData(preferencesQuery.queryKey, (known) => ({ ...known, colours: 'heather' })))
  act(() => applyToPreferences(client, { type: 'preferences.updated', data: { ownLook: { as: 'rows' } } }))
  expect(painted).toHaveLength(count)
  const heather = { of: 'heather', light: {}, dark: { primary: '#cc99eb' } }
  act(() => applyToPreferences(client, { type: 'preferences.updated', data: { colours: 'heather', look: heather } }))
  expect(painted.at(-1)).toEqual(heather)
})

test('a choice made while the server was away is not saved for the next user', async () => {
  takeServerAway()
  const { choose, client } = await renderChooser()
  await choose('Rows')
  const saved = preferencesServer()
  act(() => {
    client.getQueryCache().clear()
    startSession(bea)
  })
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(saved).toEqual([])
})

function Time() {
  return <p>It is {timeText('2026-11-24T22:15:00Z', useFormats())}</p>
}

test('times follow the chosen format, and an unknown zone is replaced by the default', async () => {
  preferencesServer({ formats: { locale: 'en-GB', zone: 'Asia/Tokyo' } })
  startSession()
  const { client } = renderElement(
    <>
      <Chooser />
      <Time />
    </>,
  )
  await waitForText('It is 07:15')
  const receive = (formats: Preferences['formats']) =>
    act(() => applyToPreferences(client, { type: 'preferences.updated', data: { formats } }))
  receive({ locale: 'en-GB', zone: 'Europe/Madrid', hours: 12 })
  expect(screen.getByText(/^It is 11:15/)).toHaveTextContent(/11:15.pm/i)
  receive({ zone: 'Moon/Tycho' })
  expect(screen.getByText(/^It is/)).toHaveTextContent(`It is ${timeText('2026-11-24T22:15:00Z', {})}`)
})
