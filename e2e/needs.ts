import { requireBrowsers } from '../scripts/tests/programs.ts'

/** Playwright would say how to get a browser of its own, which these tests don't use. */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default function needs(): void {
  requireBrowsers()
}
