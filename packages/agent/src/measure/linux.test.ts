import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { CORES_MAX, PARTS_MAX, SYSTEM_METRICS } from '@atalaya/contract/metrics'
import { METRICS_MAX, metricName } from '@atalaya/contract/telemetry'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nameOfPart, parseCpu, parseMemory, parseMounts, parseNetwork } from './linux.ts'
import { createMeter, rates } from './meter.ts'

test('busy time excludes idle and iowait, and counts guest time once', () => {
  const stat = 'cpu  100 5 50 800 40 2 3 0 60 0\ncpu0 1 1 1 1 1 1 1 0 0 0\n'
  expect(parseCpu(stat)).toEqual({ total: 1000, busy: 160, cores: {} })
})

test('several cores are reported separately if all of them fit into one sample', () => {
  const stat = (count: number) =>
    `cpu  0 0 0 ${count} 0 0 0 0\n${Array.from({ length: count }, (_, n) => `cpu${n} ${n} 0 0 1 0 0 0 0\n`).join('')}`
  expect(parseCpu(stat(2)).cores).toEqual({ cpu0: { busy: 0, total: 1 }, cpu1: { busy: 1, total: 2 } })
  expect(Object.keys(parseCpu(stat(16)).cores)).toHaveLength(16)
  expect(parseCpu(stat(17)).cores).toEqual({})
})

test('each core has its own busy share; a core that was switched off is left out', () => {
  const reading = (at: number, cores: Record<string, { busy: number; total: number }>) => ({ at, counters: { cores } })
  const first = reading(1000, { cpu0: { busy: 10, total: 100 }, cpu1: { busy: 5, total: 50 } })
  const second = reading(3000, {
    cpu0: { busy: 60, total: 300 },
    cpu1: { busy: 5, total: 50 },
    cpu2: { busy: 1, total: 1 },
  })
  expect(rates(first, second)).toEqual({ 'cpu.percent:cpu0': 25 })
})

test('the maximum number of disks, interfaces and cores fits into one sample', () => {
  expect(Object.keys(SYSTEM_METRICS).length + 4 * PARTS_MAX + CORES_MAX).toBeLessThanOrEqual(METRICS_MAX)
})

test('network bytes count only real interfaces', () => {
  const dev = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 999 1 0 0 0 0 0 0 999 1 0 0 0 0 0 0
  eth0: 1000 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0
 wlan0:500 1 0 0 0 0 0 0 50 1 0 0 0 0 0 0
docker0: 7 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0
veth1a: 7 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0
`
  const interfaces = { eth0: { received: 1000, sent: 200 }, wlan0: { received: 500, sent: 50 } }
  expect(parseNetwork(dev)).toEqual({ received: 1500, sent: 250, interfaces })
})

test('a single interface is reported only as the total, and of many the first eight separately', () => {
  const dev = (count: number) => Array.from({ length: count }, (_, n) => `eth${n}: 5 0 0 0 0 0 0 0 2 0\n`).join('')
  expect(parseNetwork(dev(1))).toEqual({ received: 5, sent: 2, interfaces: {} })
  expect(Object.keys(parseNetwork(dev(9)).interfaces)).toHaveLength(8)
})

test.each([
  ['/', 'root'],
  ['/srv/My disk', 'srv-my-disk'],
  ['/mnt/§', 'mnt'],
  [`/${'x'.repeat(80)}`, 'x'.repeat(40)],
])('the disk at %s is called %s', (point, name) => {
  expect(nameOfPart(point)).toBe(name)
  expect(metricName.safeParse(`network.received:${name}`).success).toBe(true)
})

test('used memory is the total minus the available memory', () => {
  const info = 'MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\nSwapTotal: 50 kB\nSwapFree: 20 kB\n'
  expect(parseMemory(info)).toEqual({
    'memory.total': 1024000,
    'memory.used': 614400,
    'swap.total': 51200,
    'swap.used': 30720,
  })
})

test.each([
  [
    'each disk once, its root first',
    '/dev/sda1 /srv/bind ext4 rw 0 0\n/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /data ext4 rw 0 0\n',
    ['/', '/data'],
  ],
  ['names with blanks', '/dev/sdc1 /media/my\\040disk vfat rw 0 0\n', ['/media/my disk']],
  ['the root where there is no disk', 'overlay / overlay rw 0 0\nproc /proc proc rw 0 0\n', ['/']],
  ['no mounted package images (snap)', '/dev/loop3 /snap/core squashfs ro 0 0\n/dev/vda / ext4 rw 0 0\n', ['/']],
])('disks: %s', (_what, mounts, expected) => {
  expect(parseMounts(mounts)).toEqual(expected)
})

test('each interface has separate rates, and a new one has them from its second reading', () => {
  const reading = (at: number, interfaces: Record<string, { received: number; sent: number }>) => ({
    at,
    counters: { interfaces },
  })
  const first = reading(1000, { eth0: { received: 100, sent: 10 } })
  const second = reading(3000, { eth0: { received: 500, sent: 20 }, wlan0: { received: 9, sent: 9 } })
  expect(rates(null, first)).toEqual({})
  expect(rates(first, second)).toEqual({ 'network.received:eth0': 200, 'network.sent:eth0': 5 })
})

test('this machine is measured, with rates from the second reading on', async () => {
  let clock = 1000
  const meter = createMeter(() => clock)
  const first = await meter.measure()
  clock += 10_000
  const second = await meter.measure()
  expect(first['cpu.percent']).toBeUndefined()
  expect(second['memory.total']).toBeGreaterThan(second['memory.used'] ?? Number.POSITIVE_INFINITY)
  expect(second['disk.total']).toBeGreaterThan(0)
  expect(second['uptime.seconds']).toBeGreaterThan(0)
  for (const value of Object.values(second)) expect(Number.isFinite(value)).toBe(true)
})

test('rates are since the measurement before, not since an earlier one', async () => {
  const times = [0, 10_000, 10_000]
  const meter = createMeter(() => times.shift() ?? 0)
  await meter.measure()
  await meter.measure()
  // Without passed time there is no rate.
  expect(await meter.measure()).not.toHaveProperty(['network.received'])
})

test.runIf(process.platform === 'linux')(
  'counters that could not be read are not the base of later rates',
  async () => {
    const texts: Record<string, string | null> = {}
    const { readFile } = fs
    const reading = vi.spyOn(fs, 'readFile').mockImplementation(async (...args) => {
      const text = texts[String(args[0])]
      if (text === null) throw new Error('EMFILE')
      return text ?? readFile(...args)
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      reading.mockRestore()
      syncBuiltinESMExports()
    })
    let clock = 0
    const meter = createMeter(() => clock)
    const measure = (stat: string | null, dev: string | null) => {
      Object.assign(texts, { '/proc/stat': stat, '/proc/net/dev': dev })
      clock += 10_000
      return meter.measure()
    }
    await measure('cpu  900 0 0 100 0 0 0 0\n', 'eth0: 1000 0 0 0 0 0 0 0 100 0\n')
    expect(await measure(null, null)).not.toHaveProperty(['cpu.percent'])
    const next = await measure('cpu  910 0 0 190 0 0 0 0\n', 'eth0: 3000 0 0 0 0 0 0 0 300 0\n')
    expect(next).toMatchObject({ 'cpu.percent': 10, 'network.received': 100, 'network.sent': 10 })
  },
)
