import { randomUUID } from 'node:crypto'
import { Element } from 'ltx'
import { bareOf } from './address.ts'
import { element, Refusal } from './elements.ts'
import type { XmppSession } from './session.ts'

const MAM_NS = 'urn:xmpp:mam:2'
const RSM_NS = 'http://jabber.org/protocol/rsm'
const PAGE_SIZE = 100
/** Ids are opaque, and a few dozen characters long. */
const ID_MAX = 200

/** Archived message, with the archive's id of it, its time, and its meaning. */
export type ArchivedMessage<T> = { id: string; at: number; entry: T }
type Portion<T> = {
  messages: ArchivedMessage<T>[]
  first: string | undefined
  last: string | undefined
  isAll: boolean
}
type ArchiveOptions = { room: string | undefined; pages: number }

function readMessages<T>(result: Element, read: (message: Element) => T): ArchivedMessage<T>[] {
  const { id } = result.attrs
  const forwarded = result.getChild('forwarded', 'urn:xmpp:forward:0')
  const message = forwarded?.getChild('message')
  const at = Date.parse(forwarded?.getChild('delay', 'urn:xmpp:delay')?.attrs.stamp)
  if (!message || !id || id.length > ID_MAX) return []
  return [{ id, at: Number.isNaN(at) ? 0 : at, entry: read(message) }]
}

/**
 * Archive of an account, or of a room (XEP-0313). `pages` bounds how far it is read back: 100 messages each, or as many
 * as the XMPP server gives. Only the result of `read` is kept of each message.
 */
export function createArchive<T>(session: XmppSession, { room, pages }: ArchiveOptions, read: (message: Element) => T) {
  let last: string | undefined
  /** Time of the newest message that was read, in ms. */
  let newestAt = 0

  async function readPage(where: 'before' | 'after', id = ''): Promise<Portion<T>> {
    const queryid = randomUUID()
    const set = element('set', RSM_NS, new Element('max').t(String(PAGE_SIZE)), new Element(where).t(id))
    const query = element('query', MAM_NS, set)
    query.attrs.queryid = queryid
    const messages: ArchivedMessage<T>[] = []
    const stop = session.listen((message) => {
      const result = message.getChild('result', MAM_NS)
      // Only messages of the archive count: others could forge some.
      const isOurs = bareOf(message.attrs.from ?? session.bare) === (room ?? session.bare)
      if (result?.attrs.queryid === queryid && isOurs && messages.length < PAGE_SIZE)
        messages.push(...readMessages(result, read))
    })
    try {
      const fin = (await session.ask('set', query, room)).getChild('fin', MAM_NS)
      const resultSet = fin?.getChild('set', RSM_NS)
      const idAt = (name: string) => {
        const id = resultSet?.getChild(name)?.getText() ?? ''
        return id === '' || id.length > ID_MAX ? undefined : id
      }
      return { messages, first: idAt('first'), last: idAt('last'), isAll: fin?.attrs.complete === 'true' }
    } finally {
      stop()
    }
  }

  async function readNewest(): Promise<ArchivedMessage<T>[]> {
    let messages: ArchivedMessage<T>[] = []
    let before: string | undefined = ''
    for (let n = 0; n < pages && before !== undefined; n++) {
      const page: Portion<T> = await readPage('before', before)
      if (n === 0) last = page.last
      messages = [...page.messages, ...messages]
      before = page.isAll ? undefined : page.first
    }
    return messages
  }

  async function readSince(): Promise<ArchivedMessage<T>[]> {
    const messages: ArchivedMessage<T>[] = []
    for (let n = 0; n < pages; n++) {
      const page = await readPage('after', last)
      last = page.last ?? last
      messages.push(...page.messages)
      if (page.isAll || page.messages.length === 0) return messages
    }
    return messages
  }

  function readFurther(): Promise<ArchivedMessage<T>[]> {
    if (last === undefined) return readNewest()
    return readSince().catch(async (error) => {
      // Archives forget old messages, and then don't know our position. Those that were read before count once.
      if (!(error instanceof Refusal) || error.message !== 'item-not-found') throw error
      return (await readNewest()).filter(({ at }) => at > newestAt)
    })
  }

  return {
    /**
     * Archived messages since the last call, oldest first.
     *
     * @throws Refusal, SourceError
     */
    async readNew(): Promise<ArchivedMessage<T>[]> {
      const messages = await readFurther()
      newestAt = messages.reduce((newest, { at }) => Math.max(newest, at), newestAt)
      return messages
    },
  }
}
export type Archive<T> = ReturnType<typeof createArchive<T>>
