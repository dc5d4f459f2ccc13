import type { Frame, Page, TestInfo } from '@playwright/test'

/** Time limit of a question to a frame, which may hang. */
const ANSWER_TIMEOUT_MS = 5000
const SHOWN_CHARACTERS = 2000

async function textOf(frame: Frame): Promise<string> {
  const html = await frame
    .locator('html')
    .evaluate((element) => element.outerHTML, undefined, { timeout: ANSWER_TIMEOUT_MS })
    .catch((error: Error) => `no answer: ${error.message}`)
  return `${frame.url()}\n${html.slice(-SHOWN_CHARACTERS)}`
}

/** Attaches the content of all frames to a failed test; a screenshot does not show it. */
export async function showFrames(page: Page, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || page.isClosed()) return
  const inner = page.frames().filter((frame) => frame !== page.mainFrame())
  const texts = await Promise.all(inner.map(textOf))
  if (texts.length > 0) await info.attach('frames', { body: texts.join('\n\n'), contentType: 'text/plain' })
}
