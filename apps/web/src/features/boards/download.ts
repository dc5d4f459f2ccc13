import type { PageFile } from '@atalaya/contract/page-archive'
import { saveFile } from '#web/lib/save-file.ts'

/** Hands a page's file to the browser to save. */
export function download(name: string, file: PageFile): void {
  saveFile(`${name}.atalaya.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json')
}
