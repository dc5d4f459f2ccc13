import { dashboard } from '@atalaya/contract/dashboard'
import { type Display, type DisplayOrder, displays } from '@atalaya/contract/displays'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const home = aPage({ modules: [aModule('m', [0, 0, 2, 2], 'Weather')] })
const club = aPage({ _id: 'club', name: 'Club', active: false, order: 1 })

function open(path: string, known = [aDisplay()], user = bea) {
  startSession(user)
  let current = known
  answerCall(dashboard.list, () => ({ pages: [home, club] }))
  answerCall(displays.list, () => ({ displays: current }))
  answerCall(displays.edit, ({ params, body }) => {
    const display = current.find(({ _id }) => _id === params.id)
    if (!display) throw new ApiError(404, 'There is no such display')
    const changed = { ...display, ...body }
    current = [changed]
    return { display: changed }
  })
  return { ...renderApp({ path }), shown: () => current[0] }
}

test('a card shows a display’s page, state and refused second screen', async () => {
  open('/displays', [aDisplay({ isOnline: false, copySeenAt: '2026-11-20T12:00:00Z', tags: ['hall'] })])
  const card = await screen.findByRole('list', { name: 'Your displays' })
  expect(within(card).getByRole('img', { name: 'Home: Weather' })).toBeVisible()
  expect(within(card).getByText('Away')).toBeVisible()
  expect(within(card).getByText('Showed Home')).toBeVisible()
  expect(within(card).getByText(`${__VERSION__} · 1024 × 600 · 85.8 MiB`)).toBeVisible()
  expect(within(card).getByText('hall')).toBeVisible()
  expect(within(card).getByText(/^A second screen tried to show this display on .* and was refused\.$/)).toBeVisible()
})

test('an online display with another version than the page reports it', async () => {
  const report = { ...aDisplay().report, version: '0.0.9 Bq3xT_1z' } as Display['report']
  open('/displays', [
    aDisplay(),
    aDisplay({ _id: 'old', name: 'Old', report }),
    aDisplay({ _id: 'away', name: 'Away', report, isOnline: false }),
  ])
  const cards = within(await screen.findByRole('list', { name: 'Your displays' })).getAllByRole('listitem')
  expect(cards.map((card) => /It runs another version than this page/.test(card.textContent))).toEqual(
    cards.map((card) => card.textContent.includes('Old')),
  )
  expect(within(cards[1] as HTMLElement).getByText(/^0\.0\.9 Bq3xT_1z/)).toBeVisible()
})

test('an empty list explains displays, and a failed one shows the reason', async () => {
  const { unmount } = open('/displays', [])
  expect(await screen.findByText('No displays yet')).toBeVisible()
  expect(screen.getByText(/^Only this machine reaches localhost\. For another screen, start the server/)).toBeVisible()
  unmount()
  answerCall(displays.list, () => {
    throw new ApiError(500, 'Something is broken')
  })
  renderApp({ path: '/displays' })
  expect(await screen.findByText('Something is broken')).toBeVisible()
})

const waitingScreen = { browser: 'Chromium', os: 'Linux', ip: '192.168.1.20', since: '2026-11-20T12:00:00Z' }

/** Opens the pairing dialog; only the code `K7PQ-2M4X` belongs to a waiting screen. */
async function openPairing() {
  const { user } = open('/displays', [])
  const requests: string[] = []
  answerCall(displays.waiting, ({ params }) => {
    requests.push(params.code)
    if (params.code !== 'K7PQ-2M4X') throw new ApiError(404, 'Not found')
    return { screen: waitingScreen }
  })
  await user.click(await screen.findByRole('button', { name: 'Pair a screen' }))
  const code = await screen.findByRole('textbox', { name: 'Code' })
  const type = async (text: string) => {
    await user.clear(code)
    await user.type(code, `${text}{Enter}`)
  }
  return { user, requests, type }
}

test('an invalid code and an unknown code are reported', async () => {
  const { requests, type } = await openPairing()
  await type('K7PQ')
  expect(await screen.findByText(/eight letters and digits/)).toBeVisible()
  await type('aaaabbbb')
  expect(await screen.findByText(/No screen shows this code now/)).toBeVisible()
  expect(requests).toEqual(['AAAA-BBBB'])
})

test('a typed code finds its screen, which becomes a display of the active page', async () => {
  const { user, type } = await openPairing()
  answerCall(displays.pair, ({ body }) => ({
    display: aDisplay({ name: body.name, entries: body.entries, zone: body.zone }),
  }))
  await type('k7pq2m4x')
  expect(await screen.findByText(/Chromium on Linux, from 192.168.1.20/)).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Home' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Club' })).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByText('Give the display a name')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Hallway')
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByRole('link', { name: 'Hallway' })).toBeVisible()
})

test('the address in the QR code contains the code, and an expired code is reported', async () => {
  const { user } = open('/displays?pair=Zm9vYmFyYmF6cXV4LXo_9w', [])
  answerCall(displays.waiting, () => ({ screen: waitingScreen }))
  answerCall(displays.pair, () => {
    throw new ApiError(404, 'Not found')
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Hallway')
  await user.click(screen.getByRole('button', { name: 'Pair' }))
  expect(await screen.findByText(/The code has ended meanwhile/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Another one' }))
  expect(await screen.findByRole('textbox', { name: 'Code' })).toBeVisible()
})

test('a playlist can be sorted by keyboard, and deleted pages can be removed', async () => {
  const entry = (pageId: string | null) => ({ pageId, seconds: 30, hours: null })
  const { user, shown } = open('/displays/kitchen', [
    aDisplay({ entries: [entry('home'), entry('club'), entry('gone')] }),
  ])
  const handle = await screen.findByRole('button', { name: 'Reorder Club, 2 of 3' })
  handle.focus()
  await user.keyboard('{Enter}{ArrowUp}')
  expect(screen.getByText('Club, 1 of 3.')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(shown()?.entries.map(({ pageId }) => pageId)).toEqual(['club', 'home', 'gone']))
  await user.click(screen.getByRole('button', { name: 'Remove deleted page, 3 of 3' }))
  await waitFor(() => expect(shown()?.entries.map(({ pageId }) => pageId)).toEqual(['club', 'home']))
  expect(screen.getByText(/^Club and Home now in turns/)).toBeVisible()
})

test('added hours are shown in words', async () => {
  const { user, shown } = open('/displays/kitchen')
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  await user.click(await screen.findByRole('combobox', { name: 'What' }))
  await user.click(await screen.findByRole('option', { name: 'Off: a black screen' }))
  await user.click(screen.getByRole('combobox', { name: 'When' }))
  await user.click(await screen.findByRole('option', { name: 'In its own hours' }))
  await user.click(screen.getByRole('checkbox', { name: 'Saturday' }))
  await user.click(screen.getByRole('checkbox', { name: 'Sunday' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(/From 07:00 to 22:00, Monday to Friday · 30 s/)).toBeVisible()
  await waitFor(() =>
    expect(shown()?.entries[1]).toEqual({
      pageId: null,
      seconds: 30,
      hours: { from: '07:00', to: '22:00', days: [1, 2, 3, 4, 5] },
    }),
  )
})

test('an order shows the number of its displays, and Identify shows the same code here', async () => {
  const { user } = open('/displays/kitchen', [aDisplay({ tags: ['hall'] })])
  const orders: DisplayOrder[] = []
  answerCall(displays.sendOrder, ({ body }) => {
    orders.push(body.order)
    return body.to.tag === 'hall' ? { told: 3, online: 2 } : { told: 1, online: 1 }
  })
  await user.click(await screen.findByRole('button', { name: 'Identify' }))
  expect(await screen.findByText('Sent: the display is online.')).toBeVisible()
  const [order] = orders
  expect(screen.getByText(order?.kind === 'identify' ? order.code : '-')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Send to' }))
  await user.click(await screen.findByRole('option', { name: 'All with #hall' }))
  await user.type(screen.getByRole('textbox', { name: 'A message' }), 'Dinner is ready{Enter}')
  expect(await screen.findByText('Sent to 3 displays: 2 are online.')).toBeVisible()
  expect(orders[1]).toEqual({ kind: 'message', text: 'Dinner is ready', seconds: 60 })
})

test('administrators see the owners of all displays, and remove one', async () => {
  let known = [{ ...aDisplay(), owner: { _id: 'bea', username: 'bea' } }]
  answerCall(displays.listAll, () => ({ displays: known }))
  answerCall(displays.removeAny, () => {
    known = []
    return {}
  })
  const { user } = open('/displays', [], ada)
  await user.click(await screen.findByRole('link', { name: 'All displays' }))
  const search = await screen.findByPlaceholderText('Search by name, place or owner...')
  await user.type(search, 'KÍTCHEN')
  await user.click(await screen.findByRole('button', { name: 'Remove Kitchen of bea' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await user.clear(search)
  expect(await screen.findByText('Nobody has a display.')).toBeVisible()
})
