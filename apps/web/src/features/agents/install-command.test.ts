import { expect, test } from 'vitest'
import { guessPlatform, installCommand, isLoopback } from '#web/features/agents/install-command.ts'

test('fetches and runs the agent on Linux and macOS', () => {
  expect(installCommand('unix', 'https://tower.example.org', 'at_1_abc')).toBe(
    'curl -fsSL https://tower.example.org/agent.mjs -o agent.mjs && ATALAYA_TOKEN=at_1_abc node agent.mjs --server https://tower.example.org',
  )
})

test('does the same in PowerShell, old and new', () => {
  expect(installCommand('windows', 'http://127.0.0.1:3000', 'at_1_abc')).toBe(
    "curl.exe -fsSL http://127.0.0.1:3000/agent.mjs -o agent.mjs; if ($?) { $env:ATALAYA_TOKEN = 'at_1_abc'; node agent.mjs --server http://127.0.0.1:3000 }",
  )
})

test('quotes what a shell would read', () => {
  expect(installCommand('unix', 'http://[::1]:3000', "a'b")).toContain(
    "ATALAYA_TOKEN='a'\\''b' node agent.mjs --server 'http://[::1]:3000'",
  )
  expect(installCommand('windows', 'http://[::1]:3000', "a'b")).toContain(
    "$env:ATALAYA_TOKEN = 'a''b'; node agent.mjs --server 'http://[::1]:3000'",
  )
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
])('%s runs %s', (agent, platform) => {
  expect(guessPlatform(agent)).toBe(platform)
})
