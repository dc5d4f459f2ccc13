import type { AlertRule } from '@atalaya/contract/alert-rules'
import { ALERT_TEMPLATES } from '@atalaya/contract/alert-templates'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RuleTemplates } from '#web/features/alerts/rule-templates.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'

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
