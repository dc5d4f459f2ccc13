import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { DEFAULT_THEME, type ThemeFile, themeFile } from '@atalaya/contract/themes'
import { AppError } from '#server/domain/errors.ts'
import { contrastFaults } from './contrast.ts'
import { shippedThemes } from './shipped.ts'

/** Bounds of a theme's JSON; a complete theme has fifty values. */
const BOUNDS = { depth: 3, values: 200 }
const RESERVED: ReadonlySet<string> = new Set([DEFAULT_THEME, ...shippedThemes.map(({ id }) => id)])

/**
 * Reads the file of a theme and checks its colours.
 * @throws AppError bad_request that names each fault
 */
export function readTheme(text: string): ThemeFile {
  const { data, error } = themeFile.safeParse(jsonIn(text))
  if (error) {
    const errors = error.issues.map(({ path, message }) => {
      const fieldPath = path.join('.')
      return { path: fieldPath, message: fieldPath ? `${fieldPath}: ${message}` : message }
    })
    throw refusal(`This file is no theme. ${errors[0]?.message}`, errors)
  }
  if (RESERVED.has(data.id)) throw refusal(`The colours “${data.id}” come with Atalaya: choose another id`)
  const errors = contrastFaults(data)
  if (errors.length > 0) throw refusal('These colours are hard to read', errors)
  return data
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text, BOUNDS)
  } catch (error) {
    if (error instanceof UnreadableJson) throw refusal(`This file is no theme: it ${error.message}`)
    throw error
  }
}

const refusal = (message: string, errors: AppError['details']['errors'] = []) =>
  new AppError('bad_request', message, { code: 'themes.refused', errors })
