export type Platform = 'unix' | 'windows'

export const PLATFORM_NAMES: Record<Platform, string> = { unix: 'Linux / macOS', windows: 'Windows (PowerShell)' }

/** Whether the machine lets the server replace the agent's program: `--update` of the agent. */
export type UpdateWord = 'never' | 'signed' | 'always'
/** The word, and for `signed` the public key. */
export type UpdateChoice = { word: UpdateWord; key: string }

/** A public key as `npm run agent:sign` shows it. */
export const isUpdateKey = (text: string): boolean => /^[\w-]{43}$/.test(text)

const PLAIN = /^[\w.,:/@%+=-]+$/

/** One argument for a shell: quoted only where it has to be, since people read this line. */
function quoted(text: string, platform: Platform): string {
  if (PLAIN.test(text)) return text
  return platform === 'unix' ? `'${text.replaceAll("'", `'\\''`)}'` : `'${text.replaceAll("'", "''")}'`
}

/**
 * The one line that fetches the agent from `server` and runs it. The token goes through the environment, since every
 * user of a machine can read the command lines of all. Windows PowerShell 5 knows no `&&`.
 */
export function installCommand(platform: Platform, server: string, token: string, update: UpdateChoice): string {
  const word = (text: string) => quoted(text, platform)
  const file = word(`${server}/agent.mjs`)
  const key = update.word === 'signed' ? ` --update-key=${word(update.key)}` : ''
  const run = `node agent.mjs --server ${word(server)} --update=${update.word}${key}`
  return platform === 'unix'
    ? `curl -fsSL ${file} -o agent.mjs && ATALAYA_TOKEN=${word(token)} ${run}`
    : `curl.exe -fsSL ${file} -o agent.mjs; if ($?) { $env:ATALAYA_TOKEN = '${token.replaceAll("'", "''")}'; ${run} }`
}

/** Makes the agent that the line above has fetched a service of systemd; the token again goes through the environment. */
export function serviceCommand(server: string, token: string): string {
  const [url, secret] = [quoted(server, 'unix'), quoted(token, 'unix')]
  return `ATALAYA_TOKEN=${secret} sudo --preserve-env=ATALAYA_TOKEN node agent.mjs --install --server ${url}`
}

/** The platform of the person who looks, as a first guess of the machine's. */
export const guessPlatform = (userAgent: string): Platform => (/Windows/i.test(userAgent) ? 'windows' : 'unix')

/** Whether nobody but the server can answer in its name; elsewhere agents take nothing that is not signed. */
export const isPrivate = (server: string): boolean => new URL(server).protocol === 'https:' || isLoopback(server)

/** An address that only the server's own machine can reach. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
