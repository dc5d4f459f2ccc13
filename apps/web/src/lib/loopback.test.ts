import { expect, test } from 'vitest'
import { isLoopbackHost } from '#web/lib/loopback.ts'

test.each(['localhost', 'atalaya.localhost', '127.0.0.1', '127.3.2.1', '[::1]'])('no phone reaches %s', (host) => {
  expect(isLoopbackHost(host)).toBe(true)
})

test.each(['192.168.1.20', 'nas', 'localhost.example.org', 'mylocalhost', '[fe80::1]'])(
  'a phone may reach %s',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  },
)
