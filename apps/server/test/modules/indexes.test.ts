import { audit } from '@atalaya/contract/audit'
import { INDEX_MAX } from '@atalaya/contract/module-index'
import { moduleIndexes } from '@atalaya/contract/module-indexes'
import { users } from '@atalaya/contract/users'
import { signIndex } from '@atalaya/module-package/index-file'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIndexWorld, type IndexWorld, newKey } from '#test/support/index-world.ts'
import { indexContent, signedIndex, signedVersion } from '#test/support/module-index.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld({ now: () => Date.parse('2026-11-26T12:00:00Z') })
})
afterEach(() => it.close())

const find = () => it.call(moduleIndexes.find, { body: { address: it.address } })
const indexes = async () => (await it.call(moduleIndexes.list)).body.data.indexes
const actions = async () =>
  (await it.call(audit.list)).body.data.entries.map(({ action }: { action: string }) => action)
const clock = (version = '1.0.0') => ({
  id: 'clock',
  name: 'Clock',
  versions: [signedVersion(it.indexKey.key, 'clock', version)],
})

describe('an index', () => {
  test('is previewed with its key, and followed under the key that the administrator confirmed', async () => {
    it.publish({ name: 'Ours', serial: 7, modules: [clock()] })
    const found = await find()
    const expected = { address: it.address, key: it.indexKey.publicKey, name: 'Ours', serial: 7, moduleCount: 1 }
    expect(found.body.data.index).toEqual({ ...expected, madeAt: '2026-11-26T10:00:00.000Z' })
    expect(await indexes()).toEqual([])

    expect((await it.followIndex()).body.data.index).toMatchObject({ ...expected, fault: null, otherKey: null })
    expect(await indexes()).toMatchObject([expected])
    expect(await actions()).toContain('module.index_added')
    expect((await it.followIndex()).body).toMatchObject({ code: 'conflict', error: 'This index is followed already' })
  })

  test('is not followed if its key is not the confirmed one', async () => {
    it.publish({ modules: [clock()] }, newKey())
    expect((await it.followIndex()).body).toMatchObject({ code: 'modules.other_key' })
    expect(await indexes()).toEqual([])
  })

  test('is removed together with its offers', async () => {
    const id = await it.follow({ modules: [clock()] })
    expect((await it.list()).total).toBe(1)
    expect((await it.call(moduleIndexes.remove, { params: { id } })).status).toBe(200)
    expect(await indexes()).toEqual([])
    expect(await it.list()).toEqual({ modules: [], total: 0 })
    expect(await actions()).toContain('module.index_removed')
    for (const route of [moduleIndexes.remove, moduleIndexes.look]) {
      expect((await it.call(route, { params: { id } })).body.code).toBe('modules.no_index')
    }
  })

  test('is refused beyond five, even if two administrators add indexes at once', async () => {
    const other = await it.app.signUp()
    await it.call(users.setRole, { params: { id: other.user._id }, body: { role: 'admin' } })
    const add = (n: number) => {
      const token = n % 2 === 0 ? it.admin : other.tokens.accessToken
      const address = `${it.web.origin}/${n}`
      it.web.files.set(`/${n}`, signedIndex(it.indexKey.key))
      return it.call(moduleIndexes.add, { body: { address, key: it.indexKey.publicKey } }, token)
    }
    const added = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(add))
    expect(added.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
    expect(await indexes()).toHaveLength(5)
  })

  test('is never requested from the inner network, and the error does not show the reason', async () => {
    const findAt = (address: string) => it.call(moduleIndexes.find, { body: { address } })
    const inside = await findAt('http://169.254.169.254/latest')
    expect(inside.body).toMatchObject({ code: 'modules.index_away', error: 'The other server could not be asked' })
    expect((await findAt('file:///etc/passwd')).status).toBe(400)
    expect((await findAt('http://me:secret@127.0.0.1/')).body.errors).toMatchObject([{ path: 'address' }])
  })
})

/** An index whose JSON `change` alters before it is signed. */
const signChanged = (change: (text: string) => string) =>
  signIndex(Buffer.from(change(JSON.stringify(indexContent({ modules: [clock()] })))), it.indexKey.key)

test.each<[string, () => Buffer, RegExp]>([
  [
    'a page without an index',
    () => Buffer.from('<!doctype html><title>Hello</title>'),
    /^There is no index of modules at this/,
  ],
  [
    'a changed byte',
    () =>
      Buffer.from(
        signChanged((text) => text)
          .toString()
          .replace('Clock', 'Cl0ck'),
      ),
    /^The signature/,
  ],
  ['a truncated index', () => signChanged((text) => text).subarray(0, -10), /^The signature of the index is wrong/],
  ['no JSON', () => signChanged((text) => text.slice(1)), /^The index is not JSON/],
  ['JSON that is nested too deep', () => signChanged(() => '['.repeat(1000)), /nested more than 8 deep/],
  [
    'another format',
    () => signChanged((text) => text.replace('index-1', 'index-2')),
    /^The index is not valid: format/,
  ],
  ['no time', () => signChanged((text) => text.replace('2026', 'then')), /madeAt/],
  ['a time in the future', () => signChanged((text) => text.replace('2026', '2027')), /dated in the future/],
  [
    'a serial number out of bounds',
    () => signChanged((text) => text.replace('"serial":1', '"serial":1000000001')),
    /serial/,
  ],
  [
    'two modules with one id',
    () => signedIndex(it.indexKey.key, { modules: [clock(), clock('2.0.0')] }),
    /a module twice/,
  ],
  [
    'two versions with one number',
    () =>
      signedIndex(it.indexKey.key, {
        modules: [{ id: 'clock', versions: [...clock().versions, ...clock().versions] }],
      }),
    /names a version twice/,
  ],
  ['a control character', () => signedIndex(it.indexKey.key, { name: 'a\u0000b' }), /control characters/],
  [
    'more than 1 MiB',
    () => Buffer.concat([signChanged((text) => text), Buffer.alloc(INDEX_MAX)]),
    /^The index is larger than 1 MiB/,
  ],
])('the preview of an index refuses %s and names the reason', async (_what, bytes, message) => {
  it.web.files.set('/modules.index', bytes())
  const { status, body } = await find()
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'modules.index_refused' })
  expect(body.error).toMatch(message)
})

describe('a followed index', () => {
  test('is replaced by a newer one', async () => {
    const id = await it.follow({ modules: [clock()] })
    it.publish({ serial: 2, modules: [clock('1.1.0'), { ...clock(), id: 'tide', name: 'Tide' }] })
    expect(await it.refresh(id)).toMatchObject({ serial: 2, moduleCount: 2, fault: null })
    expect(
      (await it.list()).modules.map(({ id, offer }: { id: string; offer: { version: string } }) => [id, offer.version]),
    ).toEqual([
      ['clock', '1.1.0'],
      ['tide', '1.0.0'],
    ])
  })

  test.each([
    ['an older copy', { serial: 4 }, 'It is an older copy: serial number 4, after 5 was seen'],
    [
      'another index with the same serial number',
      { serial: 5, name: 'Other' },
      'There are two different indexes with the serial number 5',
    ],
    ['a serial number far ahead', { serial: 100_006 }, 'Its serial number, 100006, is too far from the last one, 5'],
    [
      'a time in the future',
      { serial: 6, madeAt: '2026-11-28T00:00:00Z' },
      'It is dated in the future: check the clocks',
    ],
  ])('refuses %s, and keeps the last valid version', async (_what, fields, fault) => {
    const id = await it.follow({ serial: 5, modules: [clock()] })
    it.publish(fields)
    expect(await it.refresh(id)).toMatchObject({ serial: 5, name: 'Ours', moduleCount: 1, fault })
    expect((await it.list()).total).toBe(1)
    it.publish({ serial: 6, modules: [clock()] })
    expect(await it.refresh(id)).toMatchObject({ serial: 6, fault: null })
  })

  test('is refused completely if one part does not match the signature', async () => {
    const id = await it.follow({ modules: [clock()] })
    const [next, other] = [signedIndex(it.indexKey.key, { serial: 2 }), signedIndex(it.indexKey.key, { serial: 3 })]
    // The signature of one index, in its first 148 bytes, with the body of the other.
    it.web.files.set('/modules.index', Buffer.concat([next.subarray(0, 148), other.subarray(148)]))
    expect(await it.refresh(id)).toMatchObject({ serial: 1, fault: expect.stringContaining('signature') })
  })

  test('is refused under another key until an administrator accepts that key', async () => {
    const id = await it.follow({ serial: 5, modules: [clock()] })
    const next = newKey()
    it.publish({ serial: 6, name: 'Taken over' }, next)
    expect(await it.refresh(id)).toMatchObject({
      serial: 5,
      name: 'Ours',
      key: it.indexKey.publicKey,
      otherKey: next.publicKey,
      fault: 'The index is signed with another key than the one that was confirmed',
    })
    const accept = (key: string) => it.call(moduleIndexes.acceptKey, { params: { id }, body: { key } })
    expect((await accept(newKey().publicKey)).body.code).toBe('modules.other_key')
    expect((await accept(next.publicKey)).body.data.index).toMatchObject({
      serial: 6,
      name: 'Taken over',
      key: next.publicKey,
      otherKey: null,
      fault: null,
    })
    expect(await actions()).toContain('module.index_key_accepted')
    it.publish({ serial: 7 })
    expect(await it.refresh(id)).toMatchObject({ serial: 6, otherKey: it.indexKey.publicKey })
  })

  test('stays available while its server is down', async () => {
    const id = await it.follow({ modules: [clock()] })
    it.web.state.isAway = true
    expect(await it.refresh(id)).toMatchObject({ serial: 1, fault: 'The address answers with status 503' })
    await it.app.restart()
    expect((await it.list()).modules).toMatchObject([{ id: 'clock', offer: { version: '1.0.0' } }])
  })
})

test('calls about indexes are refused to users', async () => {
  const { accessToken } = (await it.app.signUp()).tokens
  for (const route of [moduleIndexes.list, moduleIndexes.modules]) {
    expect((await it.call(route, {}, accessToken)).status).toBe(403)
  }
})
