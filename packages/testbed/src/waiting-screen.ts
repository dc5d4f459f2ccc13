/** What of a page is needed; Playwright's has it. */
type Screen = { getByText(text: RegExp): { textContent(): Promise<string | null> } }

/** What a screen shows that waits to be a display, to be typed in. */
export const SHORT_CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

/** The code that a browser at `/display` shows, once it does. */
export async function readShortCode(screen: Screen): Promise<string> {
  return (await screen.getByText(SHORT_CODE).textContent()) ?? ''
}
