import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import type { PhotoStore } from '@atalaya/module-sdk/photos'

/** Sample photos of a module; none can be added, moved or removed. */
export function fixturePhotos({ photos = [], shows }: PreviewFixture): PhotoStore {
  const shown = shows === 'empty' ? [] : photos
  const refuse = async () => {
    throw new Error('This is a preview')
  }
  return {
    async list() {
      if (shows === 'loading') await new Promise(() => undefined)
      if (shows === 'failed') throw new Error('The fixture has no photos')
      return shown.map((_photo, index) => String(index))
    },
    read: async (id) => shown[Number(id)] ?? '',
    add: refuse,
    move: refuse,
    remove: refuse,
  }
}
