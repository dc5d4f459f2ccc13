import { modules } from '@atalaya/contract/modules'
import type { PageFile } from '@atalaya/contract/page-archive'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ImportDialog } from '#web/features/boards/pages/import-dialog.tsx'
import { renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

/** A file that is read when the test says so. */
function slowFile(name: string) {
  const content: PageFile = { format: 'atalaya.page', version: 1, name, description: '', modules: [] }
  const read = Promise.withResolvers<string>()
  const file = Object.assign(new File([], `${name}.json`), { text: () => read.promise })
  return {
    file,
    finish: () => act(async () => read.resolve(JSON.stringify(content))),
    fail: () => act(async () => read.resolve('{')),
  }
}

async function open() {
  startSession()
  answerCall(modules.list, () => ({ modules: [] }))
  renderElement(<ImportDialog onImported={() => undefined} onClose={() => undefined} />)
  const input = await screen.findByLabelText('File')
  return (file: File) => fireEvent.change(input, { target: { files: [file] } })
}

test('the file that was chosen last is imported, though the one before it is read later', async () => {
  const [first, second] = [slowFile('First'), slowFile('Second')]
  const choose = await open()
  choose(first.file)
  choose(second.file)
  await second.finish()
  await first.finish()
  await waitForText('Second')
  expect(screen.queryByText('First')).toBeNull()
})

test('a fault of a file is not reported any more when another one is chosen', async () => {
  const [first, second] = [slowFile('First'), slowFile('Second')]
  const choose = await open()
  choose(first.file)
  choose(second.file)
  await second.finish()
  await first.fail()
  await waitForText('Second')
  expect(screen.queryByText('This file is not a page of Atalaya.')).toBeNull()
})
