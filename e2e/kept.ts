import type { Page } from '@playwright/test'

/**
 * Whether the browser of a display has kept the program and what it needs to go on without its server: at `place`, where
 * `word` is the kind of data that comes last.
 */
export const keptOn = (page: Page, place: '/display-memory' | '/own-display-memory', word = '') =>
  page.evaluate(
    async ([place, word]) => {
      const [program, memory] = await Promise.all(
        ['/client', place].map((path) => caches.match(path, { ignoreVary: true })),
      )
      const isThere = navigator.serviceWorker.controller !== null && program !== undefined && memory !== undefined
      return isThere && (await memory.text()).includes(word)
    },
    [place, word] as const,
  )
