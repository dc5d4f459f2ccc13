import { agents } from '@atalaya/contract/agents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { RuleDialog } from '#web/features/alerts/rule-dialog.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const LEFT_OUT = 'But not those with these tags'
const suggestionsOf = (field: HTMLElement) =>
  [...((field as HTMLInputElement).list?.options ?? [])].map(({ value, text }) => [value, text])

beforeEach(() => {
  startSession()
  answerCall(agents.tags, () => ({ tags: ['attic', 'cellar'] }))
  answerCall(alertRules.preview, () => ({
    preview: { agents: 1, times: 0, onAgents: 0, from: '2026-01-01T00:00:00.000Z' },
  }))
})

test('the tags of a rule are suggested one after the other, and one that no machine has is named', async () => {
  const { user } = renderElement(<RuleDialog rule={undefined} draft={undefined} onClose={() => undefined} />)
  const field = await screen.findByRole('combobox', { name: LEFT_OUT })
  await screen.findByRole('option', { name: 'attic', hidden: true })
  expect(suggestionsOf(field)).toEqual([
    ['attic', 'attic'],
    ['cellar', 'cellar'],
  ])
  await user.type(field, 'attic,')
  expect(suggestionsOf(field)).toEqual([['attic, cellar', 'cellar']])
  expect(field).toHaveAccessibleDescription('Empty: all of them.')
  await user.type(field, ' #celar')
  expect(field).toHaveAccessibleDescription('No machine has #celar now.')
})

test('a left out tag that is too long is refused beside its field', async () => {
  const { user } = renderElement(<RuleDialog rule={undefined} draft={undefined} onClose={() => undefined} />)
  await user.type(await screen.findByLabelText('Name'), 'Disk')
  const field = screen.getByLabelText(LEFT_OUT)
  await user.type(field, 'x'.repeat(41))
  await user.click(screen.getByRole('button', { name: 'Switch on' }))
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(/A tag can have at most 40 characters/)
})

test('each duration of a rule says that it is in minutes', async () => {
  const { user } = renderElement(<RuleDialog rule={undefined} draft={undefined} onClose={() => undefined} />)
  expect(await screen.findByLabelText('Minutes until it fires')).toBeVisible()
  expect(screen.getByLabelText('Quiet minutes until it ends')).toBeVisible()
  expect(screen.getByLabelText('Ends at (%)')).toBeVisible()
  await user.click(screen.getByLabelText('When'))
  await user.click(await screen.findByRole('option', { name: 'It sends no numbers' }))
  expect(await screen.findByLabelText('Duration in minutes')).toHaveAccessibleDescription('Two at least.')
})
