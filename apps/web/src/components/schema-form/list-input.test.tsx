import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { DialogTitle } from '#web/components/ui/dialog.tsx'
import { openForm } from '#web/testing/config-form.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'

beforeEach(() => startSession())

describe('a list', () => {
  const links = {
    type: 'array',
    title: 'Links',
    maxItems: 3,
    items: {
      type: 'object',
      required: ['address'],
      properties: {
        name: { type: 'string', title: 'Name' },
        address: { type: 'string', format: 'uri', title: 'Address' },
        port: { type: 'number', title: 'Port' },
      },
    },
  }
  const row = (name: string) => ({ name, address: `https://${name}.example` })

  test('can get new rows, and drops empty ones', async () => {
    const { user, save } = openForm({ links })
    const add = await screen.findByRole('button', { name: 'Add' })
    await user.click(add)
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
    await user.keyboard('Router')
    await user.type(screen.getByRole('textbox', { name: 'Address *' }), 'https://router.example')
    await user.type(screen.getByRole('spinbutton', { name: 'Port' }), '80')
    await user.click(add)
    expect(await save()).toEqual({ links: [{ name: 'Router', address: 'https://router.example', port: 80 }] })
    await user.click(add)
    expect(add).toBeDisabled()
  })

  test('can have rows removed and moved, together with their controls', async () => {
    const { user, save } = openForm(
      { links },
      { links: [row('a'), { ...row('b'), port: 2 }, { ...row('c'), port: 3 }] },
    )
    await user.click(await screen.findByRole('button', { name: 'Remove row 1' }))
    await user.click(screen.getByRole('button', { name: 'Move row 2 up' }))
    expect(screen.getAllByRole('spinbutton').map((input) => (input as HTMLInputElement).value)).toEqual(['3', '2'])
    expect(screen.getByRole('button', { name: 'Move row 1 up' })).toBeDisabled()
    expect(await save()).toEqual({
      links: [
        { ...row('c'), port: 3 },
        { ...row('b'), port: 2 },
      ],
    })
  })

  test('with a wrong row shows which one, and is not saved', async () => {
    const { save, onSave } = openForm({ links }, { links: [row('a'), { name: 'b' }] })
    await screen.findByRole('group', { name: 'Links' })
    await save()
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByRole('alert')).toHaveTextContent('Row 2, Address: Required')
    expect(screen.getByRole('group', { name: 'Links' })).toHaveAccessibleDescription('Row 2, Address: Required')
  })

  test('of plain values has one control per row', async () => {
    const { user, save } = openForm({
      words: { type: 'array', title: 'Words', items: { type: 'string', title: 'Word' } },
    })
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await user.type(screen.getByRole('textbox', { name: 'Word' }), 'one')
    expect(await save()).toEqual({ words: ['one'] })
  })

  test.each(['Remove row 2', 'Move row 2 up'])('in a dialog asks before it is closed after %s', async (name) => {
    const schema = JSON.stringify({ type: 'object', properties: { links } })
    const { user } = renderElement(
      <TypingDialog onClose={vi.fn()}>
        <DialogTitle>A widget</DialogTitle>
        <SchemaForm id="form" schema={schema} config={{ links: [row('a'), row('b')] }} onSave={vi.fn()} />
      </TypingDialog>,
    )
    await user.click(await screen.findByRole('button', { name }))
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  })
})
