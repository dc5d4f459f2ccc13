import { expect, test } from 'vitest'
import { readRequest, UsageError } from './options.ts'

const id = '11111111-2222-3333-4444-555555555555'
const token = `at_${id}_${'x'.repeat(43)}`
const noFile = () => {
  throw new Error('no file')
}

const runs = ['--server', 'http://box', '--token', token]

test('the line that the page shows is enough', () => {
  const request = readRequest(['--server', 'http://box:3000', '--token', token], { XDG_STATE_HOME: '/state' }, noFile)
  expect(request).toMatchObject({
    kind: 'run',
    options: { token, agentId: id, state: `/state/atalaya-agent/${id}` },
  })
})

test('the environment and a file can hold what others must not see', () => {
  const byFile = readRequest(
    ['--token-file', '/t', '--server', 'https://x'],
    { STATE_DIRECTORY: '/s' },
    () => `${token}\n`,
  )
  expect(byFile).toMatchObject({ options: { token, state: `/s/${id}` } })
  const byEnvironment = readRequest([], { ATALAYA_SERVER: 'https://x', ATALAYA_TOKEN: token }, noFile)
  expect(byEnvironment).toMatchObject({ options: { token } })
})

test('a command line chooses updates, the environment shows a service manager', () => {
  const run = (args: string[], environment = {}) => {
    const request = readRequest([...runs, ...args], { XDG_STATE_HOME: '/state', ...environment }, noFile)
    return request.kind === 'run' ? [request.options.update?.word, request.options.isService] : request.kind
  }
  expect(run([])).toEqual([undefined, false])
  expect(run(['--update=never'])).toEqual(['never', false])
  expect(run(['--update', 'always'], { CREDENTIALS_DIRECTORY: '/run/x' })).toEqual(['always', true])
  expect(readRequest([...runs, '--install', '--update=never'], {}, noFile)).toMatchObject({ update: { word: 'never' } })
})

test.each([
  ['no server', ['--token', token], '--server is missing'],
  ['no address', ['--server', 'box', '--token', token], '--server must be an address'],
  ['another kind of address', ['--server', 'ftp://box', '--token', token], '--server must be an address'],
  ['no token', ['--server', 'http://box'], '--token is missing'],
  ["a person's token", ['--server', 'http://box', '--token', `at_${'x'.repeat(43)}`], 'not the token of an agent'],
  ['a word about updates that there is not', [...runs, '--update=yes'], '--update is never, signed or always, not yes'],
  ['signed updates without a key', [...runs, '--update', 'signed'], '--update=signed needs a key'],
  ['a key that is none', [...runs, '--update=signed', '--update-key=x'], '--update-key is not what'],
  [
    'a key that nothing asks for',
    [...runs, '--update=always', `--update-key=${token.slice(-43)}`],
    'goes with --update',
  ],
  [
    'a token file that can not be read',
    ['--server', 'http://box', '--token-file', '/t'],
    "The token can't be read from /t",
  ],
  ['an unknown option', ['--sever', 'http://box'], '--sever'],
])('%s is refused with a line that helps', (_what, args, message) => {
  expect(() => readRequest(args, {}, noFile)).toThrow(UsageError)
  expect(() => readRequest(args, {}, noFile)).toThrow(message)
})
