import { dateFormat, type Formats } from '@atalaya/format/formats'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { notify, subscribe } = createListeners()
let current: Formats = {}

/** The person's formats, outside of a component. */
export const formatsNow = (): Formats => current

/** The person's formats of times, dates and numbers. */
export const useFormats = (): Formats => useSyncExternalStore(subscribe, formatsNow, formatsNow)

/** Applies formats, or this browser's if it does not know a locale or zone that another browser knew. */
export function showFormats(formats: Formats = {}): void {
  try {
    dateFormat({}, formats)
    current = formats
  } catch {
    current = {}
  }
  notify()
}
