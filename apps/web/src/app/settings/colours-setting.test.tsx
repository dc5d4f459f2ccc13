import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import { type ColourTheme, THEME_FILE_MAX, themes } from '@atalaya/contract/themes'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { ColoursSetting } from '#web/app/settings/colours-setting.tsx'
import { ada, bea, renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const sample = ['#ffffff', '#fafafa', '#000000', '#111111', '#222222', '#333333']
const aTheme = (id: string, name: string, fields: Partial<ColourTheme> = {}): ColourTheme => ({
  id,
  name,
  version: '1.0.0',
  light: {},
  dark: {},
  isAdded: false,
  samples: { light: sample, dark: sample },
  ...fields,
})
const defaultTheme = aTheme('atalaya', 'Atalaya')
const sea = aTheme('sea', 'Sea', { light: { primary: '#18adb3' } })
const club = aTheme('club', 'Club', { isAdded: true, author: 'Ada' })

function show(person = bea, chosen: Preferences = {}, offered = [defaultTheme, sea, club]) {
  answerCall(themes.list, () => ({ themes: offered }))
  answerCall(preferenceCalls.read, () => ({ preferences: chosen }))
  startSession(person)
  return renderElement(<ColoursSetting />)
}
const choice = (name: string) => screen.findByRole('radio', { name })
const aFile = (text = '{}') => new File([text], 'club.json', { type: 'application/json' })
const refusal = (status: number, code: string, error: string, errors: object[] = []) =>
  HttpResponse.json({ success: false, error, message: error, code, errors, requestId: 'test' }, { status })
const refuse = (answer: () => Response) => server.use(http.post('*/api/v1/themes', answer))

async function openAddDialog() {
  const { user } = show(ada)
  await user.click(await screen.findByRole('button', { name: 'Add theme' }))
  return user
}

test('a chosen theme is shown at once and saved', async () => {
  const kept: Preferences[] = []
  answerCall(preferenceCalls.keep, ({ body }) => {
    kept.push(body)
    return {}
  })
  const painted: unknown[] = []
  const onColours = (event: Event) => void painted.push((event as CustomEvent).detail)
  window.addEventListener('colours', onColours)
  onTestFinished(() => window.removeEventListener('colours', onColours))
  const { user } = show()
  expect(await choice('Atalaya')).toBeChecked()
  await user.click(await choice('Sea'))
  expect(await choice('Sea')).toBeChecked()
  expect(painted.at(-1)).toEqual({ of: 'sea', light: { primary: '#18adb3' }, dark: {} })
  await waitFor(() => expect(kept).toEqual([{ colours: 'sea' }]))
})

test('a user of a removed theme has the colours of Atalaya', async () => {
  show(bea, { colours: 'gone' })
  expect(await choice('Atalaya')).toBeChecked()
})

test('members can choose themes but not add them', async () => {
  show()
  expect(await choice('Club')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add theme' })).not.toBeInTheDocument()
})

test('a refused file is shown with its errors', async () => {
  const errors = Array.from({ length: 10 }, (_, n) => ({ path: 'light.ring', message: `Pair ${n} is hard to read` }))
  refuse(() => refusal(400, 'themes.refused', 'These colours are hard to read', errors))
  const user = await openAddDialog()
  await user.upload(await screen.findByLabelText('File'), aFile())
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitForText('These colours are hard to read')
  expect(screen.getByText('Pair 0 is hard to read')).toBeVisible()
  expect(screen.getByText('And 2 more.')).toBeVisible()
})

test('a file that is too large cannot be sent', async () => {
  const user = await openAddDialog()
  await user.upload(await screen.findByLabelText('File'), aFile(' '.repeat(THEME_FILE_MAX + 1)))
  await waitForText('A theme has at most 16 KB')
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled()
})

test('a theme whose id is taken replaces the other one after a second click', async () => {
  const requests: boolean[] = []
  const user = await openAddDialog()
  refuse(() => refusal(409, 'themes.taken', '“Club” 1.0.0 has this id.'))
  await user.upload(await screen.findByLabelText('File'), aFile())
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await waitForText('“Club” 1.0.0 has this id.')
  answerCall(themes.add, ({ body }) => {
    requests.push(body.replace ?? false)
    return { theme: club }
  })
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await waitForText('Club can be chosen now')
  expect(requests).toEqual([true])
})

test('an added theme is removed after a question', async () => {
  const removed: string[] = []
  answerCall(themes.remove, ({ params }) => {
    removed.push(params.id)
    return {}
  })
  const { user } = show(ada)
  expect(await screen.findByText('1.0.0 · Ada')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove Club' }))
  expect(removed).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(removed).toEqual(['club']))
})
