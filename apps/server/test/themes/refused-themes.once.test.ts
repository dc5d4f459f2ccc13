import { readFileSync } from 'node:fs'
import { type ColourTheme, THEME_FILE_MAX, themes } from '@atalaya/contract/themes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { addTheme, validTheme } from '#test/support/themes.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = (await app.signUp('admin')).tokens.accessToken
})
afterAll(() => app.close())

const addText = (file: string) => app.call(themes.add, { body: { file } }, admin)
const listThemes = async (): Promise<ColourTheme[]> => (await app.call(themes.list, {}, admin)).body.data.themes

test('a pair with too little contrast is reported with its contrast and the required one', async () => {
  const light = { foreground: '#777777', background: '#ffffff' }
  const { status, body } = await addTheme(app, admin, { light, dark: {} })
  expect([status, body.code]).toEqual([400, 'themes.refused'])
  expect(body.errors).toContainEqual({
    path: 'light.foreground',
    message: 'Light: foreground on background has a contrast of 4.47; it needs 4.5',
  })
  expect((await addTheme(app, admin, { light: { ...light, foreground: '#000000' }, dark: {} })).status).toBe(200)
})

test('a colour is checked against the default colour if the theme has none', async () => {
  const { body } = await addTheme(app, admin, { light: {}, dark: { card: '#e7eaed' } })
  expect(body.errors).toContainEqual({
    path: 'dark.foreground',
    message: 'Dark: foreground on card has a contrast of 1; it needs 4.5',
  })
})

test('a mark needs a contrast of 3, or the default contrast if that is lower', async () => {
  const { body } = await addTheme(app, admin, { light: { input: '#dddddd', 'chart-1': '#eeeeee' }, dark: {} })
  expect(body.errors?.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([
      'Light: input on card has a contrast of 1.33; it needs 3',
      'Light: chart-1 on card has a contrast of 1.14; it needs 2.73',
    ]),
  )
})

test('a light mode with a dark background is refused', async () => {
  const night = { background: '#000000', foreground: '#ffffff', card: '#000000', popover: '#000000' }
  const { body } = await addTheme(app, admin, { light: night, dark: {} })
  expect(body.errors?.[0]).toEqual({
    path: 'light.background',
    message: 'Light: the background must be lighter than the foreground',
  })
})

test.each<[string, object, string]>([
  ['no colour', { light: { primary: 'red' } }, 'light.primary: must be a colour like #1a2b3c'],
  ['CSS', { light: { primary: '#fff;}' } }, 'light.primary: must be a colour like #1a2b3c'],
  ['a transparent colour', { dark: { card: '#11223344' } }, 'dark.card: '],
  ['an unknown colour', { light: { shadow: '#000000' } }, 'light: Unrecognized key: "shadow"'],
  ['an unknown key', { css: 'body{}' }, 'Unrecognized key: "css"'],
  ['another format', { format: 2 }, 'format: '],
  ['an id that is a path', { id: '../club' }, 'id: must be lower-case words joined by dashes'],
  ['an empty name', { name: '  ' }, 'name: '],
  ['a name with invisible characters', { name: 'Cl\u202eub' }, 'name: must have no invisible characters'],
  ['an invalid version', { version: 'new' }, 'version: '],
  ['only one mode', { dark: undefined }, 'dark: '],
  ['the id of a bundled theme', { id: 'sea' }, 'choose another id'],
])('a file with %s is refused with the reason', async (_what, fields, reason) => {
  const { status, body } = await addTheme(app, admin, fields)
  expect([status, body.code]).toEqual([400, 'themes.refused'])
  expect(body.error).toContain(reason)
})

test.each([
  ['', 'This file is no theme'],
  ['{', 'This file is no theme'],
  ['[[[[[1]]]]]', 'This file is no theme'],
  ['{"light":{"__proto__":{"primary":"#000000"}}}', 'This file is no theme'],
  [JSON.stringify({ ...validTheme, author: 'x'.repeat(81) }), 'author: '],
])('the text %j is refused', async (file, reason) => {
  const { status, body } = await addText(file)
  expect(status).toBe(400)
  expect(body.error).toContain(reason)
})

test('a theme file may have 16 KiB and no more', async () => {
  const text = JSON.stringify({ ...validTheme, id: 'bound' })
  expect((await addText(text.padEnd(THEME_FILE_MAX + 1))).body.error).toBe('A theme has at most 16 KB')
  expect((await addText(text.padEnd(THEME_FILE_MAX))).status).toBe(200)
  expect((await addText(' '.repeat(5 * THEME_FILE_MAX))).status).toBe(413)
})

test('the example of the docs is accepted', async () => {
  const page = readFileSync(new URL('../../../../docs/themes.md', import.meta.url), 'utf8')
  expect((await addText(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '')).status).toBe(200)
})

test('a refused theme is not listed', async () => {
  await addTheme(app, admin, { id: 'ghost', light: { primary: 'red' } })
  expect((await listThemes()).map(({ id }) => id)).not.toContain('ghost')
})
