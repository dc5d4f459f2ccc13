import type { PageFile } from '@atalaya/contract/page-archive'

/** Hands a file to the browser to save. */
export function download(name: string, file: PageFile): void {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${name}.atalaya.json`
  link.click()
  URL.revokeObjectURL(address)
}
