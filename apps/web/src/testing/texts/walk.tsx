import type { Route } from '@atalaya/contract/route'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '#web/testing/server.ts'
import { texts } from '#web/testing/texts/list.ts'
import { watch } from '#web/testing/texts/watch.ts'

/** Walks are long; on a busy machine they take minutes. */
const WALK_MS = 240_000

const verbs = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }
/** Something that is to be seen, in a test that waits for it. */
type Seen = () => Promise<unknown>

/** A walk sees, in the order that it likes, every line of the list that names it. */
export function walk(name: string, title: string, body: () => Promise<void>) {
  test(title, { timeout: WALK_MS }, async () => {
    const sights = new Set<string>()
    Object.assign(window, { tellSight: (text: string) => sights.add(text) })
    const observer = watch()
    await body()
    const lines = texts.filter((line) => line.walk === name)
    const unseen = () => lines.filter(({ pattern }) => ![...sights].some((sight) => pattern.test(sight)))
    await expect.poll(() => unseen().map(({ text }) => text)).toEqual([])
    observer.disconnect()
  })
}

/** Lets the next call of a route fail without a word: a good answer whose flag says that it failed. */
export function failSilently({ method, path }: Route, seen?: Seen): void {
  server.use(
    verbs[method](
      `*${path}`,
      async () => {
        await seen?.()
        return HttpResponse.json({ success: false })
      },
      { once: true },
    ),
  )
}

/** The same of all calls from now on: a query is asked several times before it gives up. */
export function failForGood({ method, path }: Route): void {
  server.use(verbs[method](`*${path}`, () => HttpResponse.json({ success: false })))
}

/** Holds the next call of a route back until `seen` has been. */
export function hold({ method, path }: Route, seen: Seen): void {
  server.use(
    verbs[method](
      `*${path}`,
      async () => {
        await seen()
        // None is an answer: the one that stood before is asked.
        return undefined
      },
      { once: true },
    ),
  )
}

/** What comes from such addresses can't be read from now on, and there is no reason: no error, no text. */
export function tearAnswers(part: string): () => void {
  const { text } = Response.prototype
  Response.prototype.text = function (this: Response) {
    return this.url.includes(part) ? Promise.reject('torn') : text.call(this)
  }
  return () => {
    Response.prototype.text = text
  }
}
