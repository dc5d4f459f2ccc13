import type { Display } from '@atalaya/contract/displays'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CHANGE_KEY, type DisplayEdit, withUnconfirmed } from '#web/features/displays/displays-cache.ts'

const display = (id: string) => ({ _id: id, name: id, place: 'hall' }) as Display

test('unconfirmed changes are kept over events of their own display only', () => {
  const client = new QueryClient()
  const send = (edit: DisplayEdit) =>
    void new MutationObserver(client, {
      mutationKey: CHANGE_KEY,
      mutationFn: (_edit: DisplayEdit) => new Promise<void>(() => {}),
    }).mutate(edit)
  send({ id: 'kitchen', name: 'Kitchen' })
  send({ id: 'kitchen', place: 'ground floor' })
  send({ id: 'barn', name: 'Barn' })
  expect(withUnconfirmed(client, display('kitchen'))).toMatchObject({ name: 'Kitchen', place: 'ground floor' })
  expect(withUnconfirmed(client, display('barn'))).toMatchObject({ name: 'Barn', place: 'hall' })
  expect(withUnconfirmed(client, display('roof'))).toEqual(display('roof'))
})
