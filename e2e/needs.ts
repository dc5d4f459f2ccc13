import { requireBrowsers } from '../scripts/tests/programs.ts'

/** Explains how to install a missing browser. Playwright's own message would name one that these tests don't use. */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default function checkBrowsers(): void {
  requireBrowsers()
}
