import type { Colours } from '@atalaya/contract/colours'
import { themes } from '@atalaya/contract/themes'
import type { TestApp } from './test-app.ts'

/** File of a theme that is fine. */
export const aTheme = {
  format: 1,
  id: 'club',
  name: 'Club',
  version: '1.0.0',
  author: 'Ada',
  light: { primary: '#0a7d4f', 'primary-foreground': '#ffffff', 'primary-hover': '#096b44' } as Colours,
  dark: { background: '#101014' } as Colours,
}

export const addTheme = (app: TestApp, token: string, fields: object = {}, replace = false) =>
  app.call(themes.add, { body: { file: JSON.stringify({ ...aTheme, ...fields }), replace } }, token)
