/** Part of Playwright's page that is needed here. */
type Screen = { getByText(text: RegExp): { textContent(): Promise<string | null> } }

/** Pairing code on a screen that waits to be a display. */
export const SHORT_CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/

/** The code that a browser at `/display` shows, once it does. */
export async function readShortCode(screen: Screen): Promise<string> {
  return (await screen.getByText(SHORT_CODE).textContent()) ?? ''
}
