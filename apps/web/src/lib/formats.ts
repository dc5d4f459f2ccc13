import { dateFormat, type Formats } from '@atalaya/format/formats'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

const { announce, subscribe } = createListeners()
let shown: Formats = {}

const formatsNow = () => shown

/** How whoever looks wants times, dates and numbers written. */
export const useFormats = (): Formats => useSyncExternalStore(subscribe, formatsNow, formatsNow)

/** Another browser may know a locale or a zone that this one does not: then this one's own are shown. */
export function showFormats(formats: Formats): void {
  try {
    dateFormat({}, formats)
    shown = formats
  } catch {
    shown = {}
  }
  announce()
}
