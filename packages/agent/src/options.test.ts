import { expect, test } from 'vitest'
import { readRequest, UsageError } from './options.ts'

const id = '11111111-2222-3333-4444-555555555555'
const token = `ag_${id}_${'x'.repeat(43)}`
const noFile = () => {
  throw new Error('no file')
}

/** Enough options for an agent to run. */
const required = ['--server', 'http://box', '--token', token]

test('the command line shown by the web page needs no other option', () => {
  const request = readRequest(['--server', 'http://box:3000', '--token', token], { XDG_STATE_HOME: '/state' }, noFile)
  expect(request).toMatchObject({
    kind: 'run',
    options: { token, agentId: id, state: `/state/atalaya-agent/${id}` },
  })
})

test('the token can be read from a file or from the environment', () => {
  const byFile = readRequest(
    ['--token-file', '/t', '--server', 'https://x'],
    { STATE_DIRECTORY: '/s' },
    () => `${token}\n`,
  )
  expect(byFile).toMatchObject({ options: { token, state: `/s/${id}` } })
  const byEnvironment = readRequest([], { ATALAYA_SERVER: 'https://x', ATALAYA_TOKEN: token }, noFile)
  expect(byEnvironment).toMatchObject({ options: { token } })
})

test('a token of an earlier version is accepted', () => {
  const earlier = token.replace(/^ag/, 'at')
  expect(readRequest([], { ATALAYA_SERVER: 'https://x', ATALAYA_TOKEN: earlier }, noFile)).toMatchObject({
    options: { token: earlier, agentId: id },
  })
})

test('the command line chooses updates, and the environment reveals a service manager', () => {
  const run = (args: string[], environment = {}) => {
    const request = readRequest([...required, ...args], { XDG_STATE_HOME: '/state', ...environment }, noFile)
    return request.kind === 'run' ? [request.options.update?.mode, request.options.isService] : request.kind
  }
  expect(run([])).toEqual([undefined, false])
  expect(run(['--update=never'])).toEqual(['never', false])
  expect(run(['--update', 'always'], { CREDENTIALS_DIRECTORY: '/run/x' })).toEqual(['always', true])
  expect(readRequest([...required, '--install', '--update=never'], {}, noFile)).toMatchObject({
    update: { mode: 'never' },
  })
})

test.each([
  ['a missing server', ['--token', token], '--server is missing'],
  ['a server that is no address', ['--server', 'box', '--token', token], '--server must be an address'],
  ['an address that is not http', ['--server', 'ftp://box', '--token', token], '--server must be an address'],
  ['a missing token', ['--server', 'http://box'], '--token is missing'],
  ["a person's token", ['--server', 'http://box', '--token', `at_${'x'.repeat(43)}`], 'not the token of an agent'],
  ['an unknown choice of updates', [...required, '--update=yes'], '--update is never, signed or always, not yes'],
  ['signed updates without a key', [...required, '--update', 'signed'], '--update=signed needs a key'],
  ['an invalid key', [...required, '--update=signed', '--update-key=x'], '--update-key is not what'],
  [
    'a key without signed updates',
    [...required, '--update=always', `--update-key=${'x'.repeat(43)}`],
    'goes with --update',
  ],
  ['an unreadable token file', ['--server', 'http://box', '--token-file', '/t'], "The token can't be read from /t"],
  ['an unknown option', ['--sever', 'http://box'], '--sever'],
])('%s is refused with a helpful message', (_what, args, message) => {
  expect(() => readRequest(args, {}, noFile)).toThrow(UsageError)
  expect(() => readRequest(args, {}, noFile)).toThrow(message)
})
