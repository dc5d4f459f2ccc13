import { onTestFinished, vi } from 'vitest'

/** Names of the files that the page hands to the browser from now on. Saves nothing. */
export function savedFiles(): string[] {
  const names: string[] = []
  URL.createObjectURL = () => 'blob:saved'
  URL.revokeObjectURL = () => undefined
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => click.mockRestore())
  return names
}
