import { type AuditEntry, audit } from '@atalaya/contract/audit'
import type { SignedIn } from '@atalaya/contract/auth'
import { displays } from '@atalaya/contract/displays'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { type ColourTheme, THEMES_MAX, themes } from '@atalaya/contract/themes'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { addTheme, validTheme } from '#test/support/themes.ts'

let app: TestApp
let admin: string
let ada: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  admin = (await app.signUp('admin')).tokens.accessToken
  ada = await app.signUp('ada')
})
afterAll(() => app.close())
beforeEach(() => app.withDatabase((db) => db.deleteFrom('themes').execute()))

const listThemes = async (): Promise<ColourTheme[]> =>
  (await app.call(themes.list, {}, ada.tokens.accessToken)).body.data.themes
const names = async () => (await listThemes()).map(({ name }) => name)
const remove = (id = 'club') => app.call(themes.remove, { params: { id } }, admin)
const readLook = async (user = ada) =>
  (await app.call(preferenceCalls.read, {}, user.tokens.accessToken)).body.data.preferences.look
const choose = (colours: string, user = ada) =>
  app.call(preferenceCalls.keep, { body: { colours } }, user.tokens.accessToken)
const listAudit = async () => {
  const { data } = (await app.call(audit.list, { query: { about: 'theme' } }, admin)).body
  const { entries }: { entries: AuditEntry[] } = data
  return entries.map(({ action, target, details }) => [action, target?.name, details])
}

const SHIPPED = ['Atalaya', 'Sea', 'Heather', 'High contrast']

describe('themes to choose from', () => {
  test('are the bundled ones, followed by added ones by name', async () => {
    expect(await names()).toEqual(SHIPPED)
    await addTheme(app, admin, { id: 'zoo', name: 'Zoo' })
    await addTheme(app, admin)
    expect(await names()).toEqual([...SHIPPED, 'Club', 'Zoo'])
    expect((await listThemes()).filter(({ isAdded }) => isAdded).map(({ id }) => id)).toEqual(['club', 'zoo'])
  })

  test('include their colours, and a sample for each mode', async () => {
    await addTheme(app, admin, { light: { ...validTheme.light, background: '#FAFAFA' } })
    const club = (await listThemes()).find(({ id }) => id === 'club')
    expect(club).toMatchObject({ author: 'Ada', version: '1.0.0', dark: validTheme.dark, isAdded: true })
    expect(club?.light).toEqual({ ...validTheme.light, background: '#fafafa' })
    expect(club?.samples.light.slice(0, 4)).toEqual(['#fafafa', '#fefdfc', '#191e27', '#0a7d4f'])
    expect(club?.samples.dark[0]).toBe('#101014')
  })

  test('are replaced by another version only after confirmation', async () => {
    await addTheme(app, admin)
    const refused = await addTheme(app, admin, { version: '1.1.0', author: undefined })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'themes.taken', error: expect.stringContaining('1.0.0') })
    expect((await addTheme(app, admin, { version: '1.1.0', author: undefined }, { replace: true })).status).toBe(200)
    const club = (await listThemes()).find(({ id }) => id === 'club')
    expect([club?.version, club?.author]).toEqual(['1.1.0', undefined])
  })

  test(`include at most ${THEMES_MAX} added ones, which can still be replaced`, async () => {
    await app.withDatabase((db) =>
      db
        .insertInto('themes')
        .values(
          Array.from({ length: THEMES_MAX - 1 }, (_, n) => ({
            id: `club-${n}`,
            name: `Club ${n}`,
            version: '1.0.0',
            author: null,
            colours: '{"light":{},"dark":{}}',
          })),
        )
        .execute(),
    )
    const two = await Promise.all([addTheme(app, admin), addTheme(app, admin, { id: 'zoo' })])
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(two.find(({ status }) => status === 409)?.body.error).toBe('There are 50 added themes; remove one first')
    expect((await addTheme(app, admin, { id: 'club-7' }, { replace: true })).status).toBe(200)
  })

  test('are recorded in the audit when they are added, replaced and removed', async () => {
    await addTheme(app, admin)
    await addTheme(app, admin, { version: '1.1.0' }, { replace: true })
    await remove()
    expect((await listAudit()).slice(0, 3)).toEqual([
      ['theme.removed', 'Club', ''],
      ['theme.replaced', 'Club', '1.0.0 → 1.1.0'],
      ['theme.added', 'Club', '1.0.0'],
    ])
  })

  test('can not be removed twice, and bundled ones can never be removed', async () => {
    await addTheme(app, admin)
    expect([(await remove()).status, (await remove()).status, (await remove('sea')).status]).toEqual([200, 404, 404])
    expect(await names()).toEqual(SHIPPED)
  })
})

describe('the chosen colours', () => {
  test('are empty for a user without a chosen theme', async () => {
    const { tokens } = await app.signUp()
    const { preferences } = (await app.call(preferenceCalls.read, {}, tokens.accessToken)).body.data
    expect(preferences).toEqual({})
  })

  test('come with the preferences, and are the default ones while their theme is removed', async () => {
    await addTheme(app, admin)
    await choose('club')
    expect(await readLook()).toEqual({ of: 'club', light: validTheme.light, dark: validTheme.dark })
    await remove()
    expect(await readLook()).toEqual({ of: 'club', light: {}, dark: {} })
    await addTheme(app, admin, { dark: {} })
    expect(await readLook()).toEqual({ of: 'club', light: validTheme.light, dark: {} })
    await choose('atalaya')
    expect(await readLook()).toEqual({ of: 'atalaya', light: {}, dark: {} })
    await choose('sea')
    expect((await readLook())?.dark.background).toBe('#08151b')
  })

  test('are sent to the user’s other screens with their theme', async () => {
    await addTheme(app, admin)
    const stream = await openEvents(await app.listen(), ada.tokens.accessToken)
    await choose('club')
    const sentPreferences = () => stream.ofType('preferences.updated').map(({ data }) => data)
    await expect.poll(sentPreferences).toEqual([{ colours: 'club', look: await readLook() }])
    await stream.close()
  })

  test.each(['', 'Sea', '../sea', 'x'.repeat(41)])('can not be set to %j', async (colours) => {
    expect((await choose(colours)).status).toBe(400)
  })

  test('of a display are its own, or the ones of its owner', async () => {
    const screen = createScreen(app)
    const owner = await app.signUp()
    const id = await screen.pairWith(owner.tokens.accessToken)
    expect((await screen.self()).look).toBeUndefined()
    await choose('heather', owner)
    expect((await screen.self()).look).toMatchObject({ of: 'heather' })
    const edit = (colours: string | null) =>
      app.call(displays.edit, { params: { id }, body: { settings: { colours } } }, owner.tokens.accessToken)
    expect((await edit('sea')).status).toBe(200)
    expect((await screen.sendReport('screen-one')).body.data.display.look).toMatchObject({ of: 'sea' })
    await edit(null)
    expect((await screen.self()).look).toMatchObject({ of: 'heather' })
    expect((await edit('no theme')).status).toBe(400)
  })
})
