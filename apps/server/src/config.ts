import { existsSync } from 'node:fs'
import { boundedText } from '@atalaya/contract/bounded-text'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { type OidcProvider, providerNames, readProviders } from './config-oidc.ts'
import { parseRange } from './net/addresses.ts'

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
const list = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''))

/** Error messages state the valid values: the messages of zod are for programmers. */
function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`)

const proxies = list.superRefine((entries, context) => {
  for (const proxy of entries) {
    try {
      compile(proxy)
    } catch {
      context.addIssue({ code: 'custom', message: `must be addresses or ranges like 10.0.0.0/8, not ${proxy}` })
    }
  }
})

/** Removes slashes at the end. */
const withoutEndingSlash = (address: string) => /^.*[^/]/.exec(address)?.[0] ?? ''

const serviceAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://api.example.org' })
  .transform(withoutEndingSlash)

function toRange(text: string, context: z.RefinementCtx<string>) {
  const range = parseRange(text)
  if (range) return range
  context.addIssue({ code: 'custom', message: `must be addresses or ranges like 192.168.1.0/24, not ${text}` })
  return z.NEVER
}

/** Settings that data sources of bundled modules may read. Of all others they see only `PUBLIC_URL`. */
const moduleSettings = {
  SPOTIFY_CLIENT_ID: z
    .string()
    .max(100, 'must have at most 100 characters')
    .optional()
    .describe('Client id of this installation at Spotify, for the now-playing modules (docs/deploy.md).'),
  SPOTIFY_ACCOUNTS_URL: serviceAddress
    .default('https://accounts.spotify.com')
    .describe("Address of Spotify's sign-in."),
  SPOTIFY_API_URL: serviceAddress.default('https://api.spotify.com').describe("Address of Spotify's API."),
  OPEN_METEO_URL: serviceAddress
    .default('https://api.open-meteo.com')
    .describe('Weather service; https://customer-api.open-meteo.com with a key of your own.'),
  OPEN_METEO_GEOCODING_URL: serviceAddress
    .default('https://geocoding-api.open-meteo.com')
    .describe('Service that finds places by their names.'),
  OPEN_METEO_API_KEY: z.string().min(1).optional().describe('Key of Open-Meteo, for commercial use.'),
  MET_NORWAY_URL: serviceAddress
    .default('https://api.met.no')
    .describe('The second provider of weather, the Norwegian Meteorological Institute.'),
}

const natsUrl = z.url({ protocol: /^(nats|tls)$/ })
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://atalaya.example.org' })
  .max(2000, 'must have at most 2000 characters')

/** Every setting of the server, read from the environment or `.env`. `npm run gen` writes `.env.example` from it. */
export const settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on. 0.0.0.0 serves the whole network.'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('Port to listen on; 0 takes a free one.'),
  DATA_DIR: z.string().min(1).default('./data').describe('Folder of the database and of everything that is stored.'),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder for backups that the server makes by itself (docs/backup.md); without it, it makes none.'),
  BACKUP_EVERY_HOURS: wholeNumber(1, 8760).default(24).describe('Hours from one backup in BACKUP_DIR to the next.'),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7).describe('How many backups are kept in BACKUP_DIR; the oldest go.'),
  DISK_LOW_MB: z.coerce
    .number('must be a number of MB')
    .min(0, 'must be a number of MB')
    .optional()
    .describe(
      'Warns when fewer MB are free on the disk of DATA_DIR; by default 5 % of the disk or 500 MiB, whichever is less.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL to use in place of the SQLite file in DATA_DIR.'),
  NATS_URL: z
    .string()
    .refine((value) => value.split(',').every((url) => natsUrl.safeParse(url).success), {
      error: 'must be an address like nats://host:4222, several of one cluster separated by commas',
    })
    .optional()
    .describe('NATS server that connects several instances; they share one DATABASE_URL and one SECRET_KEY.'),
  NATS_CREDENTIALS: z
    .string()
    .min(1)
    .optional()
    .describe('File with the nkey seed or the credentials (.creds) of this instance for NATS.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://atalaya.example.org' })
    .transform(withoutEndingSlash)
    .optional()
    .describe('Address under which people reach this server, when it stands behind a proxy.'),
  ALLOWED_HOSTS: list
    .default([])
    .describe('Further host names that browsers may use to reach this server, separated by commas.'),
  CORS_ORIGINS: list.default([]).describe('Origins of web clients served from elsewhere, separated by commas.'),
  TRUST_PROXY: proxies
    .default([])
    .describe('Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, separated by commas.'),
  ALLOW_PRIVATE_HOSTS: list
    .pipe(z.array(z.string().transform(toRange)))
    .default([])
    .describe(
      'Addresses or CIDR ranges of your own network that modules and alerts may connect to, separated by commas: 192.168.1.0/24.',
    ),
  REGISTRATION: oneOf('open', 'closed').default('open').describe('Whether visitors may create accounts.'),
  OIDC_PROVIDERS: list
    .pipe(providerNames)
    .default([])
    .describe('Names of the OpenID Connect providers by which people may sign in, separated by commas: home,club.'),
  RETENTION_DAYS: wholeNumber(1, 3650)
    .default(395)
    .describe('Days that telemetry, the audit and ended commands are kept.'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('warn')
    .describe('Lowest level that is logged; info logs every request, warn only failed and slow ones.'),
  SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Key that encrypts stored secrets, the same on every instance; by default the one in DATA_DIR/secret.key.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for /metrics; without it only this machine may read them, and not through a proxy.'),
  ...moduleSettings,
  TELEGRAM_API_URL: serviceAddress
    .default('https://api.telegram.org')
    .describe('Address of the Telegram Bot API; change it for a Bot API server of your own.'),
  NOTICE: boundedText(200, 'must have at most 200 characters')
    .trim()
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('A line shown on every page, such as: Test system, ask Marina.'),
  LANDING_URL: webAddress.optional().describe("Address behind the sidebar's logo."),
  SOURCE_URL: webAddress.optional().describe('Address behind the link to the source in the header.'),
  SERVE_CLIENT: flag.default(true).describe('Whether to serve the built web client.'),
})
export type Config = z.infer<typeof settings> & {
  /** The providers that OIDC_PROVIDERS names. */
  oidc?: readonly OidcProvider[]
}

/** The settings that data sources of modules see. */
export function settingsOfModules(config: Config): Record<string, string | undefined> {
  const names = Object.keys(moduleSettings) as (keyof typeof moduleSettings)[]
  return { PUBLIC_URL: config.PUBLIC_URL, ...Object.fromEntries(names.map((name) => [name, config[name]])) }
}

/** A setting that can't be used; its message is one line for the terminal. */
export class ConfigError extends Error {}

/**
 * Reads the settings once, at start. Empty values count as absent.
 *
 * @throws ConfigError that names the first wrong setting and how it must be.
 */
export function readConfig(environment: NodeJS.ProcessEnv = loadEnvironment()): Config {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(variables)
  if (parsed.success) {
    checkShared(parsed.data)
    const { OIDC_PROVIDERS: names, REGISTRATION: registration } = parsed.data
    return { ...parsed.data, oidc: readProviders(variables, { names, registration }, toConfigError) }
  }
  const [issue] = parsed.error.issues
  throw toConfigError(String(issue?.path[0]), issue?.message)
}

const toConfigError = (setting: string, message: string | undefined) =>
  new ConfigError(`Setting ${setting}: ${message}`)

/** Several instances must share the database and the key; a single one may keep its own in DATA_DIR. */
function checkShared({ NATS_URL, DATABASE_URL, SECRET_KEY }: Config) {
  if (!NATS_URL) return
  if (!DATABASE_URL) {
    throw new ConfigError('Setting NATS_URL: several instances need one PostgreSQL; set DATABASE_URL too')
  }
  if (!SECRET_KEY) throw new ConfigError('Setting NATS_URL: several instances need one key; set SECRET_KEY too')
}

function loadEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
