import type { Colours } from '@atalaya/contract/colours'
import { themes } from '@atalaya/contract/themes'
import type { TestApp } from './test-app.ts'

/** A valid theme file. */
export const validTheme = {
  format: 1,
  id: 'club',
  name: 'Club',
  version: '1.0.0',
  author: 'Ada',
  light: { primary: '#0a7d4f', 'primary-foreground': '#ffffff', 'primary-hover': '#096b44' } as Colours,
  dark: { background: '#101014' } as Colours,
}

export const addTheme = (app: TestApp, token: string, fields: object = {}, { replace = false } = {}) =>
  app.call(themes.add, { body: { file: JSON.stringify({ ...validTheme, ...fields }), replace } }, token)
