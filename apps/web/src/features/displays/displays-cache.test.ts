import type { Display } from '@atalaya/contract/displays'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { CHANGING, type DisplayEdit, withUnsent } from '#web/features/displays/displays-cache.ts'

const display = (id: string) => ({ _id: id, name: id, place: 'hall' }) as Display

test('changes on their way to the server are kept over news of their own display alone', () => {
  const client = new QueryClient()
  const send = (edit: DisplayEdit) =>
    void new MutationObserver(client, {
      mutationKey: CHANGING,
      mutationFn: (_edit: DisplayEdit) => new Promise<void>(() => {}),
    }).mutate(edit)
  send({ id: 'kitchen', name: 'Kitchen' })
  send({ id: 'kitchen', place: 'ground floor' })
  send({ id: 'barn', name: 'Barn' })
  expect(withUnsent(client, display('kitchen'))).toMatchObject({ name: 'Kitchen', place: 'ground floor' })
  expect(withUnsent(client, display('barn'))).toMatchObject({ name: 'Barn', place: 'hall' })
  expect(withUnsent(client, display('roof'))).toEqual(display('roof'))
})
