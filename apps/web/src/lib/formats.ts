import { dateFormat, type Formats } from '@atalaya/format/formats'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { announce, subscribe } = createListeners()
let current: Formats = {}

const formatsNow = () => current

/** The person's formats of times, dates and numbers. */
export const useFormats = (): Formats => useSyncExternalStore(subscribe, formatsNow, formatsNow)

/** Falls back to this browser's formats: another browser may know a locale or zone that this one does not. */
export function showFormats(formats: Formats = {}): void {
  try {
    dateFormat({}, formats)
    current = formats
  } catch {
    current = {}
  }
  announce()
}
