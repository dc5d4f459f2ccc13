import { parse } from 'ltx'
import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'
import { Refusal } from './elements.ts'
import type { XmppSession } from './session.ts'

type Kept = { id: string; second: number }
type Stanza = ReturnType<typeof parse>

/** Page of these messages that a query asks for; a position that is not there is refused. */
function pageOf(kept: Kept[], set: Stanza | undefined, pageSize: number) {
  const [before, after] = [set?.getChildText('before'), set?.getChildText('after')]
  const position = before || after
  const at = position ? kept.findIndex(({ id }) => id === position) : kept.length
  if (at === -1) throw new Refusal('item-not-found')
  const known = after ? kept.slice(at + 1) : kept.slice(0, at)
  const page = after ? known.slice(0, pageSize) : known.slice(-pageSize)
  return { page, isAll: page.length === known.length }
}

const archived = ({ id, second }: Kept, query: string) =>
  parse(
    `<message><result xmlns='urn:xmpp:mam:2' queryid='${query}' id='${id}'><forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-11-20T10:00:0${second}Z'/><message><body>${id}</body></message></forwarded></result></message>`,
  )

/** A session whose archive keeps these messages. */
function sessionWith(kept: Kept[], pageSize: number) {
  const listeners = new Set<(message: Stanza) => void>()
  const session = {
    bare: 'ada@farm.test',
    listen(listener: (message: Stanza) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async ask(_type: string, query: Stanza) {
      const { page, isAll } = pageOf(kept, query.getChild('set'), pageSize)
      for (const message of page) for (const listener of listeners) listener(archived(message, query.attrs.queryid))
      const ends = page.length > 0 ? `<first>${page[0]?.id}</first><last>${page.at(-1)?.id}</last>` : ''
      return parse(
        `<iq><fin xmlns='urn:xmpp:mam:2' complete='${isAll}'><set xmlns='http://jabber.org/protocol/rsm'>${ends}</set></fin></iq>`,
      )
    },
  }
  return session as unknown as XmppSession
}
const messages = (...numbers: number[]): Kept[] => numbers.map((second) => ({ id: `m${second}`, second }))
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
const open = (kept: Kept[], pages = 5, pageSize = 100) =>
  createArchive(sessionWith(kept, pageSize), { room: undefined, pages }, () => null)

test('an archive is read back by pages, oldest message first, and then from where it was left', async () => {
  const kept = messages(1, 2, 3, 4, 5)
  const archive = open(kept, 2, 2)
  expect(idsOf(await archive.readNew())).toEqual(['m2', 'm3', 'm4', 'm5'])
  expect(await archive.readNew()).toEqual([])
  kept.push(...messages(6, 7, 8))
  expect(idsOf(await archive.readNew())).toEqual(['m6', 'm7', 'm8'])
})

test('an archive that has forgotten our position gives only messages that are new to us', async () => {
  const kept = messages(1, 2, 3)
  const archive = open(kept)
  await archive.readNew()
  kept.splice(0, 3, ...messages(2, 4, 5))
  expect(idsOf(await archive.readNew())).toEqual(['m4', 'm5'])
  kept.push(...messages(6))
  expect(idsOf(await archive.readNew())).toEqual(['m6'])
})
