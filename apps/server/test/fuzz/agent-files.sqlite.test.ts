// The agent's own files and options: with foreign texts, cut off by a crash, or damaged by a disk.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentFrame, item } from '@atalaya/contract/agent-protocol'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { readAllowed } from '../../../../packages/agent/src/commands/allow-file.ts'
import { createJournal } from '../../../../packages/agent/src/commands/journal.ts'
import { signedAtOf, signProgram } from '../../../../packages/agent/src/commands/signature.ts'
import { createOutbox } from '../../../../packages/agent/src/disk/outbox.ts'
import { readRequest, UsageError } from '../../../../packages/agent/src/options.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { withFaults } from './hostile.ts'

const KB = 1024
const folder = mkdtempSync(join(tmpdir(), 'atalaya-agent-doors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = new Date().toISOString()
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const nearlyLines = (values: unknown[]) =>
  fc
    .array(withFaults(fc.constantFrom(...values)), { minLength: 1, maxLength: 4 })
    .map((all) => Buffer.from(lines(...all)))

const order = { execId: 'one', attempt: 1, name: 'ping', args: {}, notAfter: at, timeoutS: 30 }
const entries = [
  { id: 'one', state: 'taken', at: Date.now(), run: 'run', order },
  { id: 'one', state: 'ended', at: Date.now(), run: 'run', result: { execId: 'one', status: 'succeeded' } },
]

fuzzDoor('the agent’s journal', {
  seeds: [lines(...entries)],
  maxBytes: 64 * KB,
  isIsolated: true,
  shortInputs: 60,
  moreInputs: nearlyLines(entries),
  read(input) {
    writeFileSync(join(folder, 'commands.jsonl'), input)
    const journal = createJournal({ folder, run: 'another' })
    const results = journal.open().flatMap(({ result: d }) => (d ? [{ v: 1, t: 'cmd.result', d }] : []))
    const wrong = results.find((frame) => !agentFrame.safeParse(frame).success)
    journal.begin({ ...order, execId: 'two' })
    const isKept = journal.find('two')?.state === 'begun'
    if (wrong) return `would send ${JSON.stringify(wrong)}`
    return isKept ? null : 'has lost a command that it accepted'
  },
})

const items = [
  { seq: 1, at, run: 'run', dataType: 'system', metrics: { 'cpu.load': 0.5 } },
  { seq: 2, at, run: 'run', dataType: 'note', data: { a: [1, 'two', null] } },
]

fuzzDoor('the agent’s unsent data', {
  seeds: [lines(...items)],
  maxBytes: 64 * KB,
  isIsolated: true,
  shortInputs: 60,
  moreInputs: nearlyLines(items),
  read(input) {
    writeFileSync(join(folder, 'unsent.jsonl'), input)
    const outbox = createOutbox({ folder, runId: 'another' })
    const wrong = outbox.items().find((unsent) => !item.safeParse(unsent).success)
    outbox.add({ at, dataType: 'system', metrics: { a: 1 } })
    outbox.persist()
    outbox.acknowledge('another', 1)
    return wrong ? `would send ${JSON.stringify(wrong).slice(0, 300)}` : null
  },
})

const allowed = {
  services: ['nginx.service'],
  actions: {
    echo: { command: ['/bin/echo', '{who}', '{n}'], args: { who: { enum: ['a', 'b'] }, n: { pattern: '^[0-9]+$' } } },
  },
  reboot: false,
}

fuzzDoor('allow.json', {
  seeds: [JSON.stringify(allowed, null, 2)],
  maxBytes: 64 * KB,
  moreInputs: jsonWithFaults(allowed),
  read(input) {
    const file = join(folder, 'allow.json')
    writeFileSync(file, input, { mode: 0o600 })
    const { allowed: permissions, problem } = readAllowed(file, process.getuid?.())
    return (permissions === null) === (problem !== null) ? null : 'returns neither what is allowed nor a problem'
  },
})

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const program = signProgram(Buffer.from('console.log(1)\n'), privateKey, Date.now())
const forged = signProgram(Buffer.from('console.log(2)\n'), generateKeyPairSync('ed25519').privateKey, Date.now())

fuzzDoor('signed programs', {
  seeds: [program, forged, 'console.log(1)\n'],
  maxBytes: 4 * 1024 * KB,
  read(input) {
    const isAccepted = signedAtOf(input, publicKey) !== null
    return isAccepted === input.equals(program) ? null : 'accepts a wrong signature, or refuses a right one'
  },
})

const token = `at_${'0'.repeat(8)}-${'0000-'.repeat(3)}${'0'.repeat(12)}_${'a'.repeat(43)}`

fuzzDoor('the agent’s options', {
  seeds: [
    `--server\nhttps://atalaya.example.org/below\n--token\n${token}\n--state\n/tmp`,
    `--server=http://127.0.0.1:3000\n--token-file=x`,
    `--install\n--yes\n--server\nhttps://a.example\n--token\n${token}`,
  ],
  maxBytes: 8 * KB,
  read(input) {
    const text = input.toString()
    try {
      readRequest(text.split('\n'), {}, () => text)
      readRequest([], { ATALAYA_SERVER: text, ATALAYA_TOKEN: text }, () => text)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    }
    return null
  },
})
