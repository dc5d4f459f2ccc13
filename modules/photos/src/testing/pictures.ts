import { vi } from 'vitest'

/** Width and height in pixels of files with these names; 0 is no picture at all. Other files have 4000 × 3000. */
const sizes: Record<string, number> = { 'huge.png': 40_000, 'broken.jpg': 0 }

/**
 * Stands in for a browser's work on pictures, which tests without one don't have. The JPEG made of a picture contains
 * only the name of the picture's file.
 */
export function stubPictures(): void {
  const fileNames = new Map<string, string>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${fileNames.size}`
    fileNames.set(address, (file as File).name)
    return address
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void fileNames.delete(address))
  vi.stubGlobal(
    'Image',
    class {
      onload = () => undefined
      onerror = () => undefined
      naturalWidth = 0
      naturalHeight = 0
      #src = ''
      get src() {
        return this.#src
      }
      set src(address: string) {
        this.#src = address
        const name = fileNames.get(address)
        if (name === undefined) return
        this.naturalWidth = sizes[name] ?? 4000
        this.naturalHeight = sizes[name] ?? 3000
        queueMicrotask(this.naturalWidth > 0 ? this.onload : this.onerror)
      }
      async decode() {
        if (this.#src.includes('broken')) throw new Error('This is no picture')
      }
    },
  )
  let drawn = ''
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    drawn = name
    return { width: 4000, height: 3000, close: () => undefined }
  })
  const context = { fillRect: () => undefined, drawImage: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:small')
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(new Blob([drawn])))
}
