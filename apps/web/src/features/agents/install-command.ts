export type Platform = 'unix' | 'windows'

export const PLATFORM_NAMES: Record<Platform, string> = { unix: 'Linux / macOS', windows: 'Windows (PowerShell)' }

/** Update policy of the machine, the agent's option `--update`: may the server replace the agent's program? */
export type UpdateMode = 'never' | 'signed' | 'always'
/** Policy, and for `signed` the public key. */
export type UpdateChoice = { mode: UpdateMode; key: string }

/** Ed25519 public key, 32 bytes as base64url, as `npm run agent:sign` prints it. */
export const isUpdateKey = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** Text that needs no quotes, such as a usual URL or token. No comma: PowerShell reads `a,b` as a list. */
const PLAIN = /^[\w.:/@%+=-]+$/

/** Quotes one shell argument, only if necessary, to keep the line readable. */
function quote(text: string, platform: Platform): string {
  if (PLAIN.test(text)) return text
  return platform === 'unix' ? `'${text.replaceAll("'", `'\\''`)}'` : `'${text.replaceAll("'", "''")}'`
}

/**
 * Command line that fetches the agent from `server` and runs it. The token is passed in the environment, since every
 * user of a machine can read command lines. Windows PowerShell 5 does not have `&&`.
 */
export function installCommand(platform: Platform, server: string, token: string, update: UpdateChoice): string {
  const shellArg = (text: string) => quote(text, platform)
  const file = shellArg(`${server}/agent.mjs`)
  const key = update.mode === 'signed' ? ` --update-key=${shellArg(update.key)}` : ''
  const run = `node agent.mjs --server ${shellArg(server)} --update=${update.mode}${key}`
  return platform === 'unix'
    ? `curl -fsSL ${file} -o agent.mjs && ATALAYA_TOKEN=${shellArg(token)} ${run}`
    : `curl.exe -fsSL ${file} -o agent.mjs; if ($?) { $env:ATALAYA_TOKEN = '${token.replaceAll("'", "''")}'; ${run} }`
}

/** Installs the fetched agent as a systemd service; the token again goes through the environment. */
export function serviceCommand(server: string, token: string): string {
  const [url, secret] = [quote(server, 'unix'), quote(token, 'unix')]
  return `ATALAYA_TOKEN=${secret} sudo --preserve-env=ATALAYA_TOKEN node agent.mjs --install --server ${url}`
}

/** Platform of this browser, as a first guess for the machine. */
export const guessPlatform = (userAgent: string): Platform => (/Windows/i.test(userAgent) ? 'windows' : 'unix')

/**
 * True if no other machine can impersonate the server (HTTPS or loopback). From other servers, agents accept only
 * signed updates.
 */
export const isSecureUrl = (server: string): boolean => new URL(server).protocol === 'https:' || isLoopback(server)

/** Loopback address: only the server's own machine can reach it. */
export function isLoopback(server: string): boolean {
  const { hostname } = new URL(server)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
