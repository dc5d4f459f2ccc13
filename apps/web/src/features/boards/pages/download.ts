import type { PageFile } from '@atalaya/contract/page-archive'
import { saveFile } from '#web/lib/save-file.ts'

/** Saves a page's file by the browser's download. */
export function download(name: string, file: PageFile): void {
  saveFile(`${name}.atalaya.json`, `${JSON.stringify(file, null, 2)}\n`, 'application/json')
}
