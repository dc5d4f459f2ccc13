import { requireBrowsers } from '../scripts/tests/programs.ts'

/** Playwright would say how to get a browser of its own, which these tests don't use. */
export default function needs(): void {
  requireBrowsers()
}
