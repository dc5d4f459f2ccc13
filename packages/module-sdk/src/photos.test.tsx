import { expect, test } from 'vitest'
import type { PhotoStore } from './host.ts'
import { usePhotos } from './photos.ts'
import { draw } from './testing/draw.tsx'
import { widgetHost } from './testing/widget-host.ts'

/** Passes the photo store that a widget gets of its host to `onAnswer`. */
function Album({ onAnswer }: { onAnswer: (photos: PhotoStore) => void }) {
  onAnswer(usePhotos())
  return null
}

function photosOf(host: object): PhotoStore {
  const received: PhotoStore[] = []
  draw(<Album onAnswer={(photos) => received.push(photos)} />, { ...widgetHost().host, ...host })
  return received.at(-1) as PhotoStore
}

test('the photo store is opened for each call, and not before the first one', async () => {
  const requests: unknown[] = []
  const store: PhotoStore = {
    list: async () => ['a'],
    read: async (id) => `data:${id}`,
    add: async (jpeg) => void requests.push(jpeg),
    move: async (id, before) => void requests.push([id, before]),
    remove: async (id) => void requests.push(id),
  }
  let opened = 0
  const photos = photosOf({
    photos: async () => {
      opened += 1
      return store
    },
  })
  expect(opened).toBe(0)
  expect([await photos.list(), await photos.read('a')]).toEqual([['a'], 'data:a'])
  const jpeg = new Blob()
  await photos.add(jpeg)
  await photos.move('a', null)
  await photos.remove('a')
  expect([requests, opened]).toEqual([[jpeg, ['a', null], 'a'], 5])
})

test('a module in a frame has no photo store', () => {
  expect(() => photosOf({})).toThrow('Only bundled modules keep photos')
})
