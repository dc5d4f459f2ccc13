import { type LookupAddress, lookup, promises, type SrvRecord } from 'node:dns'
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Two tries; `timeout` is that of the first one in ms, the second one waits twice as long. */
const DNS = { timeout: 1_500, tries: 2 }
/** Maximum wait in the queue; callers have given up by then. */
const WAIT_MAX_MS = 10_000
/** Lines of a hosts file that are read in one turn of the event loop: some milliseconds. */
const LINES_PER_TURN = 1000
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** DNS did not answer; the system's resolver would wait for the same servers. */
const NO_ANSWER = 'ETIMEOUT'

type Find = (name: string) => Promise<LookupAddress[]>
type Needs = {
  /** Runs few look-ups at a time; a fair queue gives each owner a turn. */
  inTurn: (ownerKey: string, work: () => Promise<LookupAddress[]>) => Promise<LookupAddress[]>
  hostsFile?: string
  /** DNS servers; by default those of the system. */
  servers?: string[]
  /** Looks up by the operating system's resolver. */
  system?: Find
}

/**
 * Looks names up, so that a name without an answer delays no other. The system's way (`dns.lookup`) can't be stopped
 * and takes ten seconds for such a name. The process runs two such look-ups at a time; those of the database and the
 * bus would wait behind them.
 *
 * DNS is therefore queried directly, for five seconds at most. The system resolves only names outside of DNS: those
 * without a dot, `.local`, and those that DNS denies. The system may complete these or know them from elsewhere. The
 * file of hosts comes first, as in the system.
 */
export function createNames({ inTurn, hostsFile = HOSTS_FILE, servers, system = querySystem }: Needs) {
  const hosts = createHosts(hostsFile)

  /** Creates a resolver for each look-up, since only a new one reads the system's present servers. */
  function openDns(): promises.Resolver {
    const resolver = new promises.Resolver(DNS)
    if (servers) resolver.setServers(servers)
    return resolver
  }

  async function queryDns(name: string): Promise<LookupAddress[]> {
    const dns = openDns()
    const [four, six] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }

  function querySystemInTurn(name: string, ownerKey: string): Promise<LookupAddress[]> {
    const queuedAt = performance.now()
    return inTurn(ownerKey, async () => {
      if (performance.now() - queuedAt > WAIT_MAX_MS) throw new Error(`the DNS lookup of ${name} took too long`)
      return system(name)
    })
  }

  return {
    /**
     * The addresses of a name, at least one.
     *
     * @throws Error if it has none, or DNS does not answer.
     */
    async find(host: string, ownerKey: string): Promise<LookupAddress[]> {
      const name = host.toLowerCase().replace(/\.$/, '')
      const known = (await hosts()).get(name)
      if (known) return known
      const isOfDns = name.includes('.') && !name.endsWith('.local')
      const querySystemIfDenied = (error: NodeJS.ErrnoException) => {
        if (error.code === NO_ANSWER) throw error
        return querySystemInTurn(name, ownerKey)
      }
      const found = await (isOfDns ? queryDns(name).catch(querySystemIfDenied) : querySystemInTurn(name, ownerKey))
      if (found.length === 0) throw new Error(`${name} has no address in DNS`)
      return found
    },

    /** The SRV records of a name (RFC 2782); empty if there are none. */
    services: (name: string): Promise<SrvRecord[]> =>
      openDns()
        .resolveSrv(name)
        .catch(() => []),
  }
}
export type Names = ReturnType<typeof createNames>

const querySystem: Find = (name) =>
  new Promise((done, fail) => {
    lookup(name, { all: true }, (error, found) => (error ? fail(error) : done(found)))
  })

const addressesOf = (answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

/**
 * Cached content of a hosts file, read again after a change; once for all look-ups that wait for it. Some files name a
 * hundred thousand hosts.
 */
function createHosts(file: string) {
  let byName: Promise<Hosts> = Promise.resolve(new Map())
  let readMtimeMs = Number.NaN

  return async (): Promise<Hosts> => {
    try {
      const { mtimeMs } = await stat(file)
      if (mtimeMs !== readMtimeMs) byName = readFile(file, 'utf8').then(readHosts)
      readMtimeMs = mtimeMs
      return await byName
    } catch {
      // A missing file names no host. Forgets its time, since the file may come back with the same one.
      readMtimeMs = Number.NaN
      return new Map()
    }
  }
}

type Hosts = ReadonlyMap<string, LookupAddress[]>

/** Parses lines of an address and its names, some in each turn; `#` begins a remark. */
async function readHosts(text: string): Promise<Hosts> {
  const byName = new Map<string, LookupAddress[]>()
  const lines = text.split('\n')
  for (let start = 0; start < lines.length; start += LINES_PER_TURN) {
    for (const line of lines.slice(start, start + LINES_PER_TURN)) addHosts(line, byName)
    await setImmediate()
  }
  return byName
}

function addHosts(line: string, byName: Map<string, LookupAddress[]>): void {
  const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
  const family = isIP(address)
  if (family === 0) return
  for (const name of names) {
    const addresses = byName.get(name.toLowerCase()) ?? []
    byName.set(name.toLowerCase(), addresses)
    addresses.push({ address, family })
  }
}
