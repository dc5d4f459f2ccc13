import { wallTime } from '@atalaya/format/zone'
import { formatsNow } from '#web/lib/formats.ts'

/** Hands a text or picture to the browser to save as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const blobUrl = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = blobUrl
  link.download = name
  link.click()
  URL.revokeObjectURL(blobUrl)
}

/** Spreadsheets need this mark to read a text as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Saves a CSV answer under a name with today's date in the person's zone. */
export function saveTable(name: string, text: unknown): void {
  const day = new Date(wallTime(Date.now(), formatsNow().zone)).toISOString().slice(0, 10)
  saveFile(`${name}-${day}.csv`, `${BYTE_ORDER_MARK}${text}`, 'text/csv')
}
