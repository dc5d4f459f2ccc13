import { type LookupAddress, lookup, promises, type SrvRecord } from 'node:dns'
import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Twice, the second time for twice as long. */
const DNS = { timeout: 1_500, tries: 2 }
/** Time after which the caller has given up. */
const WAIT_MAX_MS = 10_000
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** DNS did not answer; the system's resolver would wait for the same servers. */
const NO_ANSWER = 'ETIMEOUT'

type Find = (name: string) => Promise<LookupAddress[]>
type Needs = {
  /** Runs few at a time, in turns of those whose work it is. */
  inTurn: (ownerKey: string, work: () => Promise<LookupAddress[]>) => Promise<LookupAddress[]>
  hostsFile?: string
  /** Servers of DNS; those of the system when absent. */
  servers?: string[]
  /** Asks the system itself. */
  system?: Find
}

/**
 * Looks names up, so that a name without an answer delays no other. The system's way (`dns.lookup`) can't be stopped
 * and takes ten seconds for such a name. The process has two such look-ups at a time, and those of the database and the
 * bus wait behind.
 *
 * DNS is therefore asked directly, for five seconds at most. The system answers only names outside of DNS: those
 * without a dot, `.local`, and those that DNS denies. The system may complete these or know them from elsewhere. The
 * file of hosts comes first, as in the system.
 */
export function createNames({ inTurn, hostsFile = HOSTS_FILE, servers, system = askSystem }: Needs) {
  const hosts = createHosts(hostsFile)

  /** Made again each time: it reads which servers the system has now. */
  function openDns(): promises.Resolver {
    const resolver = new promises.Resolver(DNS)
    if (servers) resolver.setServers(servers)
    return resolver
  }

  async function askDns(name: string): Promise<LookupAddress[]> {
    const dns = openDns()
    const [four, six] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
    const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }

  function askSystemInTurn(name: string, ownerKey: string): Promise<LookupAddress[]> {
    const cameAt = performance.now()
    return inTurn(ownerKey, async () => {
      if (performance.now() - cameAt > WAIT_MAX_MS) throw new Error(`the DNS lookup of ${name} took too long`)
      return system(name)
    })
  }

  return {
    /**
     * The addresses of a name, at least one.
     *
     * @throws Error if it has none, or DNS does not answer.
     */
    async find(given: string, ownerKey: string): Promise<LookupAddress[]> {
      const name = given.toLowerCase().replace(/\.$/, '')
      const known = (await hosts()).get(name)
      if (known) return known
      const isOfDns = name.includes('.') && !name.endsWith('.local')
      const denied = (error: NodeJS.ErrnoException) => {
        if (error.code === NO_ANSWER) throw error
        return askSystemInTurn(name, ownerKey)
      }
      const found = await (isOfDns ? askDns(name).catch(denied) : askSystemInTurn(name, ownerKey))
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

const askSystem: Find = (name) =>
  new Promise((done, fail) => {
    lookup(name, { all: true }, (error, found) => (error ? fail(error) : done(found)))
  })

const addressesOf = (answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

/** Content of a file of hosts, read again after a change: some name a hundred thousand. */
function createHosts(file: string) {
  let byName = new Map<string, LookupAddress[]>()
  let readAt = Number.NaN

  return async (): Promise<ReadonlyMap<string, LookupAddress[]>> => {
    try {
      const { mtimeMs } = await stat(file)
      if (mtimeMs !== readAt) byName = readHosts(await readFile(file, 'utf8'))
      readAt = mtimeMs
    } catch {
      // A missing file names nothing, and may come back as it was.
      byName = new Map()
      readAt = Number.NaN
    }
    return byName
  }
}

/** Lines of an address and its names, with remarks behind `#`. */
function readHosts(text: string): Map<string, LookupAddress[]> {
  const byName = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names) {
      const key = name.toLowerCase()
      byName.set(key, [...(byName.get(key) ?? []), { address, family }])
    }
  }
  return byName
}
