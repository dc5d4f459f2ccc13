import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUpdateWorld, program, type UpdateWorld } from '#test/support/update-world.ts'
import { publicKeyText, signProgram } from '../../../../packages/agent/src/commands/signature.ts'

const isRoot = process.getuid?.() === 0
const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
/** Length of the line that ends a signed program and contains its signature. */
const SIGNATURE_LINE_BYTES = 136
const EARLIER = Date.parse('2026-01-01T00:00:00.000Z')
const LATER = Date.parse('2026-02-01T00:00:00.000Z')
const signedProgram = (note: string, at: number, by = ours) => signProgram(program(note), by.privateKey, at)

let it: UpdateWorld
beforeEach(async () => {
  it = await createUpdateWorld()
})
afterEach(() => it.close())

/** Writes the allow file of the machine's owner. Returns the agent's option that names the file. */
function writeAllowFile(text: string): string[] {
  const folder = path.join(it.folder, 'etc')
  mkdirSync(folder)
  const file = path.join(folder, 'allow.json')
  writeFileSync(file, text)
  return ['--allow', file]
}

async function expectRefused(reason: string, what?: string): Promise<void> {
  const before = it.installedProgram()
  expect(await it.update(), what).toMatchObject({ status: 'rejected', reason: expect.stringContaining(reason) })
  expect(it.installedProgram()).toEqual(before)
}

describe('an agent that accepts only signed updates', () => {
  const options = ['--update=signed', `--update-key=${publicKeyText(ours.publicKey)}`]

  test('installs only a newer release signed with its key', async () => {
    const release = signedProgram('new', LATER)
    await it.run(signedProgram('old', EARLIER), options)
    const refused = {
      'no signature': program('new'),
      "somebody else's signature": signedProgram('new', LATER, theirs),
      'a program that was cut': Buffer.concat([release.subarray(0, 60), release.subarray(61)]),
      'a signature that was cut': release.subarray(0, -10),
      'the signature of another program': Buffer.concat([
        program('new'),
        signedProgram('other', LATER).subarray(-SIGNATURE_LINE_BYTES),
      ]),
      'more after the signature': Buffer.concat([release, Buffer.from('process.exit(3)\n')]),
    }
    for (const [what, offered] of Object.entries(refused)) {
      it.serve(offered)
      await expectRefused('not signed with the key of this machine', what)
    }
    it.serve(release)
    expect(await it.update()).toMatchObject({ status: 'succeeded' })
    expect(it.installedProgram()).toEqual(release)
    for (const older of [signedProgram('old', EARLIER), signedProgram('other', LATER)]) {
      it.serve(older)
      await expectRefused('before the one that runs here (2026-02-01T00:00:00.000Z)')
    }
  })
})

describe('an agent that accepts no updates', () => {
  test('does not offer the command, and its refusal explains how to allow updates', async () => {
    it.serve(program('new'))
    await it.run(program('old'), ['--update=never'])
    expect(await it.capabilityNames()).toEqual(['ping', 'report-now', 'set-interval', 'diagnose', 'restart'])
    await expectRefused(
      'writes "update": "signed" and an "updateKey", or "update": true, into /etc/atalaya-agent/allow.json',
    )
  })

  test('is the default if it runs as a service', async () => {
    it.serve(program('new'))
    // Starts the agent as systemd starts the service that `--install` has made.
    await it.run(program('old'), [], { CREDENTIALS_DIRECTORY: it.folder })
    await expectRefused('This machine takes no updates from its server')
  })

  test('has a broken allow file, which allows no other command either', async () => {
    it.serve(program('new'))
    await it.run(program('old'), ['--update=always', ...writeAllowFile('{"update": true, "reboot": true')])
    await expectRefused('Until that is mended, nothing is allowed')
    expect(await it.capabilityNames()).not.toContain('reboot')
  })

  test.runIf(isRoot)('has an allow file that forbids them and overrides the command line', async () => {
    it.serve(program('new'))
    await it.run(program('old'), ['--update=always', ...writeAllowFile('{"update": false}')])
    await expectRefused('This machine takes no updates from its server')
  })
})

test.runIf(isRoot)('a service accepts updates if its owner’s allow file permits them', async () => {
  it.serve(program('new'))
  await it.run(program('old'), writeAllowFile('{"update": true}'), { CREDENTIALS_DIRECTORY: it.folder })
  expect(await it.update()).toMatchObject({ status: 'succeeded' })
})
