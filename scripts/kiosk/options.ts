import { parseArgs } from 'node:util'
import { z } from 'zod'

const USAGE = `npm run display:kiosk -- --url http://atalaya.local:3000   shows the service that makes this machine a display, and asks before it writes

  --url URL        Address of the server; its /display is shown
  --x              X instead of Wayland with cage
  --user NAME      Whom the browser runs as (default: atalaya-kiosk; made where it is missing)
  --browser FILE   Chromium's program (default: /usr/bin/chromium)
  --output NAME    The screen that is switched on and off, as wlr-randr lists it (default: HDMI-A-1; not with --x)
  --write          Write without asking
  --force          Replace files that are there
  --root FOLDER    Write below this folder, and start nothing`

const options = z.object({
  url: z
    .url({ protocol: /^https?$/, error: '--url must be an address such as http://atalaya.local:3000' })
    .transform((text) => new URL('/display', text).href),
  usesX11: z.boolean(),
  user: z.string().regex(/^[a-z_][a-z0-9_-]{0,30}$/, '--user must be the name of a user, such as atalaya-kiosk'),
  browser: z
    .string()
    .regex(/^\/[\w./+-]+$/, '--browser must be the whole path of a program, such as /usr/bin/chromium'),
  output: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, '--output must be the name of a screen, such as HDMI-A-1'),
  root: z.string().startsWith('/', '--root must be the whole path of a folder'),
  /** True to ask before anything is written. */
  mustAsk: z.boolean(),
  isForced: z.boolean(),
})
export type KioskOptions = z.output<typeof options>

const optionTypes = {
  url: { type: 'string' },
  x: { type: 'boolean', default: false },
  user: { type: 'string', default: 'atalaya-kiosk' },
  browser: { type: 'string', default: '/usr/bin/chromium' },
  output: { type: 'string', default: 'HDMI-A-1' },
  root: { type: 'string', default: '/' },
  write: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
} as const

/**
 * Reads the command line.
 *
 * @throws Error with the faults, a line each.
 */
export function readOptions(args: string[]): KioskOptions {
  const { url, x, user, browser, output, root, write, force } = parseArgs({ args, options: optionTypes }).values
  if (url === undefined) throw new Error(`--url is missing.\n\n${USAGE}`)
  const parsed = options.safeParse({ url, usesX11: x, user, browser, output, root, mustAsk: !write, isForced: force })
  if (!parsed.success) throw new Error(parsed.error.issues.map(({ message }) => message).join('\n'))
  return parsed.data
}
