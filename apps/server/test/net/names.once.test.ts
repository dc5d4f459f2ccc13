import type { LookupAddress } from 'node:dns'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createNames } from '#server/net/names.ts'
import { createOutbound } from '#server/net/outbound.ts'
import { loopback } from '#test/support/loopback.ts'
import { startStandInDns } from '#test/support/stand-in-dns.ts'

const here: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]

/** Creates a resolver with a hosts file and a DNS server for this test. `system` replaces the system's resolver. */
async function setUp(
  system: (name: string) => Promise<LookupAddress[]> = () => Promise.reject(new Error('not known')),
) {
  const dns = await startStandInDns({ 'farm.test': '192.0.2.7' })
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-names-'))
  const hostsFile = join(folder, 'hosts')
  writeFileSync(
    hostsFile,
    '127.0.0.1 localhost # this one\n192.0.2.1\tnas NAS.farm.test\n::1 localhost\nnonsense here\n',
  )
  const queue = createFairQueue({ parallel: 1, waitingMax: 500, refusal: () => new Error('too many') })
  const inTurn = (ownerKey: string, work: () => Promise<LookupAddress[]>) =>
    queue({ group: ownerKey, member: '' }, work)
  const names = createNames({ inTurn, hostsFile, servers: [dns.server], system })
  onTestFinished(() => {
    dns.stop()
    rmSync(folder, { recursive: true })
  })
  return { names, dns, hostsFile }
}

test('the hosts file is read at each lookup and takes precedence over DNS', async () => {
  const { names, dns, hostsFile } = await setUp()
  expect(await names.find('localhost', 'ada')).toEqual([...here, { address: '::1', family: 6 }])
  expect(await names.find('Nas.farm.test.', 'ada')).toEqual([{ address: '192.0.2.1', family: 4 }])
  writeFileSync(hostsFile, '192.0.2.22 farm.test\n')
  expect(await names.find('farm.test', 'ada')).toEqual([{ address: '192.0.2.22', family: 4 }])
  const away = `${hostsFile}.away`
  renameSync(hostsFile, away)
  expect(await names.find('farm.test', 'ada')).toEqual([{ address: '192.0.2.7', family: 4 }])
  renameSync(away, hostsFile)
  expect(await names.find('farm.test', 'ada')).toEqual([{ address: '192.0.2.22', family: 4 }])
  expect(new Set(dns.lookups)).toEqual(new Set(['farm.test']))
})

test('a large hosts file is read a thousand lines a turn, and once for all look-ups that wait for it', async () => {
  const { names, hostsFile } = await setUp()
  const lines = Array.from({ length: 20_000 }, (_, n) => `0.0.0.0 host${n}.test`)
  writeFileSync(hostsFile, lines.join('\n'))
  const stored = vi.spyOn(Map.prototype, 'set')
  let storedBefore = 0
  let maxPerTurn = 0
  const count = () => {
    maxPerTurn = Math.max(maxPerTurn, stored.mock.calls.length - storedBefore)
    storedBefore = stored.mock.calls.length
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  const found = await Promise.all(Array.from({ length: 10 }, () => names.find('host19999.test', 'ada')))
  clearImmediate(immediate)
  stored.mockRestore()
  expect(maxPerTurn).toBeLessThan(1500)
  for (const addresses of found) expect(addresses).toBe(found[0])
})

test('a name that DNS does not know is looked up by the system before it fails', async () => {
  const known = { 'chat.farm': here }
  const { names } = await setUp((name) =>
    name in known ? Promise.resolve(here) : Promise.reject(new Error('not known')),
  )
  expect(await names.find('chat.farm', 'ada')).toEqual(here)
  await expect(names.find('nobody.test', 'ada')).rejects.toThrow('not known')
  expect(await names.services('_xmpp-client._tcp.farm.test')).toEqual([])
})

test('unanswered lookups of one user do not delay other users', async () => {
  const { names, dns } = await setUp()
  const never = Array.from({ length: 100 }, (_, n) => names.find(`never${n}.test`, 'eve').catch(() => 'given up'))
  expect(await names.find('farm.test', 'ada')).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(dns.lookups.filter((name) => name.startsWith('never')).length).toBeGreaterThan(0)
  expect(new Set(await Promise.all(never))).toEqual(new Set(['given up']))
})

test('the system resolves only names of the local network, one at a time and in turns of users', async () => {
  const [lookups, pending]: [string[], (() => void)[]] = [[], []]
  const { names, dns } = await setUp((name) => {
    lookups.push(name)
    return new Promise((done) => pending.push(() => done(here)))
  })
  const outbound = createOutbound({ allowed: loopback, names })
  const web = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    await outbound.close()
    web.close()
  })
  const { port } = web.address() as AddressInfo
  const ask = (name: string, ownerKey: string) =>
    outbound.request(`http://${name}:${port}/`, { timeoutMs: 20_000, maxBytes: 100, ownerKey })
  const eve = Array.from({ length: 20 }, (_, n) => ask(`printer${n}`, 'eve'))
  await expect.poll(() => lookups).toHaveLength(1)
  const ada = ask('radio.local', 'ada')
  await expect.poll(() => pending.splice(0).map((done) => done()) && lookups.includes('radio.local')).toBe(true)
  expect(lookups.length).toBeLessThan(10)
  expect(pending.length).toBeLessThanOrEqual(1)
  const finish = setInterval(() => pending.splice(0).map((done) => done()), 1)
  expect((await ada).body.toString()).toBe('hello')
  await Promise.all(eve)
  clearInterval(finish)
  expect(dns.lookups).toEqual([])
})
