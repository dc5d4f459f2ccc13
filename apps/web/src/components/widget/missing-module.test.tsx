import { modules } from '@atalaya/contract/modules'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Widget } from '#web/components/widget/widget.tsx'
import { aModule } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => startSession())

/** A widget whose module came from a package and is not in the catalogue. */
function show() {
  const { meta, ...module } = aModule('of-clock', [0, 0, 2, 1])
  renderElement(<Widget module={{ ...module, meta: { ...meta, id: 'clock', isSandboxed: true } }} />)
}

test('a widget of a stopped module shows the reason', async () => {
  answerCall(modules.list, () => ({
    modules: [],
    stopped: [{ id: 'clock', reason: 'It sends what it reads elsewhere.' }],
  }))
  show()
  expect(await screen.findByText('This module was stopped: It sends what it reads elsewhere.')).toBeVisible()
})

test('a widget of a removed module shows that it was removed', async () => {
  answerCall(modules.list, () => ({ modules: [], stopped: [{ id: 'tide', reason: 'Another one.' }] }))
  show()
  expect(await screen.findByText('This module is no longer in the catalogue.')).toBeVisible()
})
