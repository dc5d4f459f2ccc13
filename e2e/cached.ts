import type { Page } from '@playwright/test'

/**
 * True if the browser of a display has cached the program and its data, to go on without its server. The data are
 * cached under `cacheKey`, and must contain `lastText`, which arrives last.
 */
export const isCachedOn = (page: Page, cacheKey: '/display-memory' | '/own-display-memory', lastText = '') =>
  page.evaluate(
    async ([cacheKey, lastText]) => {
      const [program, memory] = await Promise.all(
        ['/client', cacheKey].map((path) => caches.match(path, { ignoreVary: true })),
      )
      const isThere = navigator.serviceWorker.controller !== null && program !== undefined && memory !== undefined
      return isThere && (await memory.text()).includes(lastText)
    },
    [cacheKey, lastText] as const,
  )

/**
 * Ends the running service worker as soon as a new one waits. By itself it ends when it has nothing to do, at
 * the latest after half a minute.
 */
export async function activateNewWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const states = new Map<string, string>()
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
    if (![...states.values()].includes('installed')) return
    for (const [versionId, status] of states) {
      if (status === 'activated') void session.send('ServiceWorker.stopWorker', { versionId })
    }
  })
  await session.send('ServiceWorker.enable')
}
