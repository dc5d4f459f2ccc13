import { expect, test } from 'vitest'
import {
  guessPlatform,
  installCommand,
  isLoopback,
  isSecureUrl,
  isUpdateKey,
} from '#web/features/agents/install-command.ts'

const never = { mode: 'never', key: '' } as const

test('the command fetches and runs the agent on Linux and macOS', () => {
  expect(installCommand('unix', 'https://tower.example.org', 'at_1_abc', never)).toBe(
    'curl -fsSL https://tower.example.org/agent.mjs -o agent.mjs && ATALAYA_TOKEN=at_1_abc node agent.mjs --server https://tower.example.org --update=never',
  )
})

test('the command works in old and new PowerShell', () => {
  expect(installCommand('windows', 'http://127.0.0.1:3000', 'at_1_abc', never)).toBe(
    "curl.exe -fsSL http://127.0.0.1:3000/agent.mjs -o agent.mjs; if ($?) { $env:ATALAYA_TOKEN = 'at_1_abc'; node agent.mjs --server http://127.0.0.1:3000 --update=never }",
  )
})

test('special characters are quoted for the shell', () => {
  expect(installCommand('unix', 'http://[::1]:3000', "a'b", never)).toContain(
    "ATALAYA_TOKEN='a'\\''b' node agent.mjs --server 'http://[::1]:3000' --update=never",
  )
  expect(installCommand('windows', 'http://[::1]:3000', "a'b", never)).toContain(
    "$env:ATALAYA_TOKEN = 'a''b'; node agent.mjs --server 'http://[::1]:3000' --update=never",
  )
  // Without quotes, PowerShell would read a list of two.
  expect(installCommand('windows', 'http://tower/a,b', 'at_1', never)).toContain(
    "node agent.mjs --server 'http://tower/a,b' --update=never",
  )
})

test('the command contains the machine’s choice of updates', () => {
  const key = '-'.repeat(43)
  const line = (mode: 'signed' | 'always') => installCommand('unix', 'https://x', 'at_1', { mode, key })
  expect(line('signed')).toMatch(new RegExp(` --update=signed --update-key=${key}$`))
  expect(line('always')).toMatch(/ --update=always$/)
  expect([key, '', key.slice(1), `${key.slice(1)}'`].map(isUpdateKey)).toEqual([true, false, false, false])
})

test.each([
  ['https://x.example', true],
  ['http://127.0.0.1:3000', true],
  ['http://192.168.1.2:3000', false],
])('traffic to %s can not be intercepted: %s', (server, expected) => {
  expect(isSecureUrl(server)).toBe(expected)
})

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.2:3000', false],
  ['https://localhost.example.org', false],
])('%s is reachable from its own machine only: %s', (server, expected) => {
  expect(isLoopback(server)).toBe(expected)
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'unix'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'unix'],
])('the browser %s gets the command for %s', (userAgent, platform) => {
  expect(guessPlatform(userAgent)).toBe(platform)
})
