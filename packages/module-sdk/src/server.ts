import type { Socket } from 'node:net'
import { parseJson as parseBounded } from '@atalaya/contract/bounded-json'

/**
 * Error with a text for the people who look at the widget: a sentence in plain words, without secrets. Every other
 * error reads "The data could not be read." on the widget, and stands in full in the server's log only.
 */
export class SourceError extends Error {
  /** The earliest next try, in ms from now: what the other server asked for. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause })
    this.retryAfterMs = retryAfterMs
  }
}

export type NetRequest = {
  /** REPORT queries calendars (CalDAV, RFC 4791). */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'REPORT'
  headers?: Record<string, string>
  body?: string
  /** Timeout of the whole request, with redirects and the body; 10 s when absent. */
  timeoutMs?: number
  /** The longest body that is read; 1 MiB when absent. */
  maxBytes?: number
  /** True if the beginning of a longer body is enough, in place of an error. */
  isBeginningEnough?: true
  /** Name of the other server for people, in errors: "Open-Meteo could not be asked". */
  service?: string
}

/** Answer of the other server, of any status. */
export type NetAnswer = {
  status: number
  /** Headers by their lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Delay that its Retry-After asks for, in ms. */
  retryAfterMs: number | undefined
  /**
   * Parses the body, with at most `maxValues` JSON values (100,000 if absent).
   * @throws SourceError if it is not JSON
   */
  json(maxValues?: number): unknown
}

/** Validators of an answer (ETag, Last-Modified), sent back unchanged. */
export type Validators = { etag?: string; modified?: string }
const VALIDATOR_MAX = 200

export function validatorsOf({ headers }: Pick<NetAnswer, 'headers'>): Validators {
  const { etag = '', 'last-modified': modified = '' } = headers
  const isFit = (text: string) => text !== '' && text.length <= VALIDATOR_MAX && /^[\x20-\x7e]+$/.test(text)
  return { ...(isFit(etag) && { etag }), ...(isFit(modified) && { modified }) }
}

/** Headers of a conditional request; the other server answers `NOT_MODIFIED` if nothing has changed. */
export const newerThan = (known: Validators | null | undefined): Record<string, string> => ({
  ...(known?.etag && { 'if-none-match': known.etag }),
  ...(known?.modified && { 'if-modified-since': known.modified }),
})
export const NOT_MODIFIED = 304

/** TLS settings of a connection. */
export type Encryption = {
  /** Name or address that the certificate of the other end must be for. */
  host: string
  /** True if the certificate must be verified. */
  isVerified: boolean
  /** Protocols inside (ALPN). */
  protocols?: string[]
}

/**
 * Network of a source, its only way out. Private addresses are refused unless the administrator allows them: at each
 * connection, and at each redirect. Everything ends with the source's signal.
 */
export type Net = {
  /** Asks over HTTP(S). @throws SourceError if there was no answer within the limits. */
  request(url: string, options?: NetRequest): Promise<NetAnswer>
  /** The body of a good answer, parsed. @throws SourceError for a status from 400 too, with its Retry-After. */
  json(url: string, options?: NetRequest): Promise<unknown>
  /**
   * Opens a TCP connection. An error in its listeners ends the source. So does an other end that sends more than 16 MiB
   * a minute.
   * @throws SourceError
   */
  connect(host: string, port: number): Promise<Socket>
  /** Encrypts a connection from here on. The new socket has the same limits. @throws SourceError */
  secure(socket: Socket, encryption: Encryption): Promise<Socket>
  /**
   * Address of `host` to which the server may send, for protocols over UDP. Send to that address, never to the name.
   *
   * @throws SourceError
   */
  resolve(host: string, port: number): Promise<string>
  /**
   * Servers of a domain's service, by its SRV records: `_minecraft._tcp.example.org`. The best comes first; empty if
   * there are none. Connections to them are checked like any others.
   */
  services(name: string): Promise<{ host: string; port: number }[]>
}

/**
 * Reads another server's JSON that did not come with a `NetAnswer`, up to 32 deep and 100,000 values.
 *
 * @throws UnreadableJson
 */
export const parseJson = (text: string): unknown => parseBounded(text)

/** Waits, at most until the signal aborts. A source passes its `tools.signal`. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}

/** A service to which users connect their account in the settings. */
export type ServiceName = 'spotify'

/** Present access to a service in the user's name. `away` passes by itself, the other two need the user. */
export type ServiceAccess = { state: 'open'; token: string } | { state: 'missing' | 'reconnect' | 'away' }

export type Tools = {
  /** Aborts when nobody watches any more, when the time is up, and when the server stops. */
  signal: AbortSignal
  /** The user who watched first. Sources that share something scarce let users take turns (`fair-queue.ts`). */
  ownerKey: string
  net: Net
  /**
   * An access token of the user's connection to the service that the source names. `refused` is one that the service
   * has turned down: another is fetched in its place.
   */
  access(refused?: string): Promise<ServiceAccess>
  /**
   * Keeps a picture of up to 2 MB, which is too much for the data. Returns its key for `usePicture`; null if it is no
   * picture (JPEG, PNG, WebP, GIF) or too large.
   */
  keepPicture(bytes: Buffer): string | null
  /**
   * Path of our frame around a page of another site; `useFramed` makes a URL of it. Each call returns another path.
   */
  framed(address: string): string
  /** Settings of the installation, by their names in the environment: `OPEN_METEO_URL`. */
  settings: Readonly<Record<string, string | undefined>>
  /** Has an error written to the server's log, for the administrator. */
  warn(message: string): void
}

/**
 * A suggestion for a field of the form with `"format": "search"`: what is stored, and what is shown beside it. A
 * `place` has the names from the top to its own, for a tree. Those of a branch must follow each other.
 */
export type Suggestion = { value: string; label: string; place?: string[] }

type Shared<Config> = {
  /** Modules whose sources bear the same name share them; the module's id when absent. */
  name?: string
  /** The user's connection that is needed; such an upstream is shared among the widgets of one user only. */
  connection?(config: Config): ServiceName | null
  /**
   * Part of the configuration that decides the data, with the secrets if they decide the rights. Widgets with the same
   * key share one upstream, for all users. The whole configuration if absent.
   */
  key?(config: Config): unknown
  /** Text while the configuration is not enough to begin; null if it is. */
  missing?(config: Config): string | null
  /**
   * Values for a field of the form with `"format": "search"`. `values.path` is the part `path` of the rows of `values`.
   *
   * `form` has the present values of the form, unchecked. A signed-in user's form has its saved secrets. The owner of a
   * token must have typed them.
   */
  suggest?(field: string, text: string, tools: Tools, form: Readonly<Record<string, unknown>>): Promise<Suggestion[]>
}

/** Source that the server fetches at an interval. */
export type PollSource<Config, Data> = Shared<Config> & {
  kind: 'poll'
  /**
   * Time from one `fetch` to the next. If the form has an interval, by the configuration; the `key` then has it, too.
   */
  intervalMs: number | ((config: Config) => number)
  /** Timeout of one `fetch`; 10 s when absent. */
  timeoutMs?: number
  /** Reads the data again. `previous` is its last answer, null at first. */
  fetch(config: Config, tools: Tools, previous: Data | null): Promise<Data>
}

/** Source that holds a connection and emits data whenever they change. */
export type StreamSource<Config, Data> = Shared<Config> & {
  kind: 'stream'
  /** Age, in ms, at which data count as stale; call `emit` again at least that often. */
  staleAfterMs: number
  /** Timeout of the first `emit`; 10 s when absent. */
  timeoutMs?: number
  /**
   * Runs until the signal aborts. If it throws or returns earlier, that is shown as an error, and it is run again after
   * a while.
   */
  run(config: Config, tools: Tools, emit: (data: Data) => void): Promise<void>
}

/**
 * Declares the data source of a bundled module: the export `source` of its `server.ts`. `Config` has the values of the
 * module's form, checked by its schema, with readable secrets. `Data` is a JSON value of up to 128 KiB.
 */
export const definePoll = <Config, Data>(source: Omit<PollSource<Config, Data>, 'kind'>): PollSource<Config, Data> => ({
  kind: 'poll',
  ...source,
})

/** Defines a source that holds a connection, as `definePoll` defines one that is fetched. */
export const defineStream = <Config, Data>(
  source: Omit<StreamSource<Config, Data>, 'kind'>,
): StreamSource<Config, Data> => ({ kind: 'stream', ...source })
