import { type AlertRule, alertRules } from '@atalaya/contract/alert-rules'
import { ALERT_TEMPLATES } from '@atalaya/contract/alert-templates'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RuleTemplates } from '#web/features/alerts/rule-templates.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test.each([
  ['Disk over 90 %', true],
  ['Disk over 95 %', true],
  ['Disk over 92.5 %', true],
  ['Disk of the attic over 90 %', false],
])('the template of the disk is offered unless there is its rule, with any bound: %s', async (name, isHidden) => {
  startSession()
  const template = ALERT_TEMPLATES.find(({ rule }) => rule.name === 'Disk over 90 %')?.rule
  renderElement(<RuleTemplates rules={[{ ...template, name } as AlertRule]} onChange={() => undefined} />)
  expect(await screen.findByRole('button', { name: 'Switch on Offline for five minutes' })).toBeVisible()
  expect(screen.queryAllByRole('button', { name: 'Switch on Disk over 90 %' })).toHaveLength(isHidden ? 0 : 1)
})

/** Templates whose list of rules gets one by a live event. */
function LiveTemplates() {
  const [rules, setRules] = useState<AlertRule[]>([])
  const add = () => setRules([{ name: 'Offline for five minutes' } as AlertRule])
  return (
    <>
      <button type="button" onClick={add}>
        A live event
      </button>
      <RuleTemplates rules={rules} onChange={() => undefined} />
    </>
  )
}

test('the keyboard goes on at the next template, even if the new rule comes before the answer', async () => {
  startSession()
  const answer = Promise.withResolvers<never>()
  answerCall(alertRules.create, () => answer.promise)
  const { user } = renderElement(<LiveTemplates />)
  const buttons = await screen.findAllByRole('button', { name: /^Switch on/ })
  const index = buttons.findIndex(
    (button) => button.getAttribute('aria-label') === 'Switch on Offline for five minutes',
  )
  buttons[index]?.focus()
  await user.keyboard('{Enter}')
  fireEvent.click(screen.getByText('A live event'))
  expect(buttons[index]).not.toBeInTheDocument()
  expect(buttons[index + 1]).toHaveFocus()
})
