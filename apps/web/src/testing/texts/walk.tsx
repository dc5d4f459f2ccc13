import type { Route } from '@atalaya/contract/route'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '#web/testing/server.ts'
import { texts } from '#web/testing/texts/list.ts'
import { watch } from '#web/testing/texts/watch.ts'

/** Walks are long and take minutes on a busy machine. */
const WALK_MS = 240_000

const verbs = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }
/** Waits in a test until something is visible. */
type WaitUntilVisible = () => Promise<unknown>

/** Runs a walk. Its end fails for each line of the list that names the walk and whose text was never shown. */
export function walk(name: string, title: string, body: () => Promise<void>) {
  test(title, { timeout: WALK_MS }, async () => {
    const shownTexts = new Set<string>()
    Object.assign(window, { reportShownText: (text: string) => shownTexts.add(text) })
    const observer = watch()
    await body()
    const lines = texts.filter((line) => line.walk === name)
    const unseen = () => lines.filter(({ pattern }) => ![...shownTexts].some((text) => pattern.test(text)))
    await expect.poll(() => unseen().map(({ text }) => text)).toEqual([])
    observer.disconnect()
  })
}

/** Makes the next call of a route fail without a message: status 200, but `success: false`. */
export function failWithoutMessage({ method, path }: Route, waitUntilVisible?: WaitUntilVisible): void {
  server.use(
    verbs[method](
      `*${path}`,
      async () => {
        await waitUntilVisible?.()
        return HttpResponse.json({ success: false })
      },
      { once: true },
    ),
  )
}

/** Makes all further calls of a route fail without a message. Needed for queries, which retry after one failure. */
export function failAlways({ method, path }: Route): void {
  server.use(verbs[method](`*${path}`, () => HttpResponse.json({ success: false })))
}

/** Holds back the next call of a route: waits for `waitUntilVisible`, called when the request comes. */
export function holdUntil({ method, path }: Route, waitUntilVisible: WaitUntilVisible): void {
  server.use(
    verbs[method](
      `*${path}`,
      async () => {
        await waitUntilVisible()
        // Returns no answer, so that MSW asks the earlier handler.
        return undefined
      },
      { once: true },
    ),
  )
}

/** Reading the bodies of responses from matching URLs fails from now on. Returns a function that restores them. */
export function breakResponseBodies(urlPart: string): () => void {
  const { text } = Response.prototype
  Response.prototype.text = function (this: Response) {
    return this.url.includes(urlPart) ? Promise.reject('torn') : text.call(this)
  }
  return () => {
    Response.prototype.text = text
  }
}
