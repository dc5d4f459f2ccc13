// Fuzzes input that reaches the web client from outside its server: frames of modules, files, and the browser's
// storage.
import { MESSAGE_MAX } from '@atalaya/contract/module-bridge'
import type { AgentView } from '@atalaya/module-sdk'
import { createSignal } from '@atalaya/module-sdk/signal'
import { afterAll, vi } from 'vitest'
import { readRecent } from '#web/app/palette/recent.ts'
import { linkFrame } from '#web/components/widget/frame-link.ts'
import { readPageFile } from '#web/features/boards/pages/page-file.ts'
import { isAdmin, readSession } from '#web/lib/session/session.ts'
import { jsonWithFaults } from '../../../server/test/fuzz/corpus.ts'
import { fuzzDoor } from '../../../server/test/fuzz/door.ts'

const MB = 1024 * 1024

const messages = [
  { type: 'ready' },
  { type: 'set-config', config: { place: 'Sevilla', more: { a: [1, null] } } },
  { type: 'watch-agent', agentId: 'mine' },
  { type: 'request', question: 1, name: 'now', params: { place: 'a' }, againInMs: 1000 },
  { type: 'write-storage', question: 2, value: { a: [1, { b: 'c' }] } },
  { type: 'read-storage', question: 3 },
  { type: 'failed', message: 'No' },
]
const view = createSignal<AgentView>({ state: 'loading' })

fuzzDoor('messages of module frames', {
  seeds: messages.map((message) => JSON.stringify(message)),
  maxBytes: MESSAGE_MAX,
  moreInputs: jsonWithFaults(...messages),
  read(input) {
    const texts: string[] = []
    const port = {
      postMessage: (text: string) => void texts.push(text),
      close: () => undefined,
    } as unknown as MessagePort
    const link = linkFrame({
      port,
      start: {
        config: {},
        size: { width: 1, height: 1 },
        theme: 'dark',
        formats: {},
        suspended: false,
        awaySince: null,
        tokens: {},
      },
      onRefused: () => undefined,
      mayRead: (id) => id === 'mine',
      api: {
        agent: () => view,
        request: async () => ({ status: 200, body: 'sun' }),
        storage: { read: async () => ({ value: null, version: null }), write: async () => true },
      },
      onReady: () => undefined,
      onPong: () => undefined,
      onConfig: () => undefined,
      onFault: (message) => void texts.push(message),
    })
    const onmessage = port.onmessage as unknown as (event: { data: unknown }) => void
    onmessage({ data: input.toString() })
    link.stop()
    return texts.every((text) => text !== '') ? null : 'says nothing'
  },
})

const file = {
  format: 'atalaya.page',
  version: 1,
  name: 'Hall',
  description: '',
  modules: [
    {
      module: { id: 'weather', name: 'Weather' },
      config: { a: 1 },
      secrets: ['key'],
      position: { x: 0, y: 0, w: 2, h: 1 },
    },
  ],
}

fuzzDoor('page files in the browser', {
  seeds: [JSON.stringify(file)],
  maxBytes: MB,
  moreInputs: jsonWithFaults(file),
  read(input) {
    try {
      return readPageFile(input.toString()).format === 'atalaya.page' ? null : 'is no page'
    } catch (error) {
      return (error as Error).message === 'This file is not a page of Atalaya.' ? null : String(error)
    }
  },
})

const user = {
  _id: 'ada',
  id: 'ada',
  username: 'ada',
  email: 'a@b.example',
  name: 'A',
  surname: 'B',
  role: 'admin',
  isActive: true,
  lastLogin: null,
  birthday: null,
}
afterAll(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

/** Maximum length of a text: the storage holds about five million code units, and the text is stored twice. */
const STORED_MAX = 2_400_000

fuzzDoor('what the browser has kept', {
  seeds: [JSON.stringify(user), '["a","b"]', 'null'],
  maxBytes: MB,
  moreInputs: jsonWithFaults(user, ['a', 'b']),
  read(input) {
    const text = input.toString()
    if (text.length > STORED_MAX) return null
    localStorage.setItem('auth_access_token', text || 'a')
    localStorage.setItem('auth_user', text)
    sessionStorage.setItem('recent-commands:ada', text)
    const session = readSession()
    isAdmin(session?.user)
    const isNameText = session?.user?.name === undefined || typeof session.user.name === 'string'
    return isNameText && readRecent('ada').every((id) => typeof id === 'string') ? null : 'takes it for an account'
  },
})
