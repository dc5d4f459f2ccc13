import { randomUUID } from 'node:crypto'
import { Element } from 'ltx'
import { bareOf } from './address.ts'
import { element, Refusal } from './elements.ts'
import type { XmppSession } from './session.ts'

const MAM_NS = 'urn:xmpp:mam:2'
const RSM_NS = 'http://jabber.org/protocol/rsm'
const PAGE = 100

/** A message as it was kept, with the archive's id of it, and its time. */
export type Kept = { id: string; at: number; message: Element }
type Portion = { kept: Kept[]; first: string | undefined; last: string | undefined; isAll: boolean }

function readKept(result: Element): Kept[] {
  const forwarded = result.getChild('forwarded', 'urn:xmpp:forward:0')
  const message = forwarded?.getChild('message')
  const at = Date.parse(forwarded?.getChild('delay', 'urn:xmpp:delay')?.attrs.stamp)
  return message && result.attrs.id ? [{ id: result.attrs.id, at: Number.isNaN(at) ? 0 : at, message }] : []
}

/** The archive of an account, or of a room (XEP-0313). `pages` is how far it is read back: 100 messages each, or what the server gives. */
export function createArchive(session: XmppSession, room: string | undefined, pages: number) {
  let last: string | undefined

  async function page(where: 'before' | 'after', id = ''): Promise<Portion> {
    const queryid = randomUUID()
    const set = element('set', RSM_NS, new Element('max').t(String(PAGE)), new Element(where).t(id))
    const query = element('query', MAM_NS, set)
    query.attrs.queryid = queryid
    const kept: Kept[] = []
    const stop = session.listen((message) => {
      const result = message.getChild('result', MAM_NS)
      // Nobody else may put messages into it.
      const isOurs = bareOf(message.attrs.from ?? session.bare) === (room ?? session.bare)
      if (result?.attrs.queryid === queryid && isOurs && kept.length < PAGE) kept.push(...readKept(result))
    })
    try {
      const fin = (await session.ask('set', query, room)).getChild('fin', MAM_NS)
      const told = fin?.getChild('set', RSM_NS)
      const text = (name: string) => told?.getChild(name)?.getText() || undefined
      return { kept, first: text('first'), last: text('last'), isAll: fin?.attrs.complete === 'true' }
    } finally {
      stop()
    }
  }

  async function newest(): Promise<Kept[]> {
    let kept: Kept[] = []
    let before: string | undefined = ''
    for (let n = 0; n < pages && before !== undefined; n++) {
      const got: Portion = await page('before', before)
      if (n === 0) last = got.last
      kept = [...got.kept, ...kept]
      before = got.isAll ? undefined : got.first
    }
    return kept
  }

  async function since(): Promise<Kept[]> {
    const kept: Kept[] = []
    for (let n = 0; n < pages; n++) {
      const got = await page('after', last)
      last = got.last ?? last
      kept.push(...got.kept)
      if (got.isAll || got.kept.length === 0) return kept
    }
    return kept
  }

  return {
    /** What was kept since it was last asked, the oldest first. @throws Refusal, SourceError */
    async news(): Promise<Kept[]> {
      if (last === undefined) return newest()
      return since().catch((error) => {
        // Archives forget what is old, and then don't know where we were.
        if (!(error instanceof Refusal) || error.message !== 'item-not-found') throw error
        return newest()
      })
    },
  }
}
export type Archive = ReturnType<typeof createArchive>
