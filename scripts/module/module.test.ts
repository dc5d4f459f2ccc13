import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkPackage } from '@atalaya/module-package/module-package'
import { buildModule } from 'atalaya-module/build'
import { serveModule } from 'atalaya-module/dev'
import { packModule } from 'atalaya-module/pack'
import { testModule } from 'atalaya-module/test'
import { createModule } from 'create-atalaya-module/create'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readArchive } from '../../apps/server/src/modules/intake/read-archive.ts'
import { root } from '../lib/workspaces.ts'

const workshop = path.join(root, 'workshop')

afterEach(() => vi.unstubAllEnvs())

/** A new module in the workshop, of a name that nobody else uses. */
function makeModule(): { home: string; id: string } {
  const id = `test-${randomBytes(4).toString('hex')}`
  const home = createModule(id, workshop, 'checkout')
  onTestFinished(() => rmSync(home, { recursive: true }))
  return { home, id }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-packed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Package that the server would install from an archive. */
const packageIn = async (file: string) => checkPackage(await readArchive(readFileSync(file)))

describe('new', () => {
  test('writes a module that passes its tests and can be installed', async () => {
    const { home, id } = makeModule()
    expect(await testModule(home)).toBe(0)
    const { file, permissions } = await packModule(home)
    expect(path.basename(file)).toBe(`${id}-0.1.0.tgz`)
    expect(permissions).toBe('nothing')
    const { manifest, configSchema, files } = await packageIn(file)
    expect(manifest).toMatchObject({ id, entry: 'index.js' })
    expect(configSchema).toContain('Waves so far')
    expect([...files.keys()].sort()).toEqual([
      'README.md',
      'config.schema.json',
      'fixture.json',
      'index.js',
      'module.json',
    ])
    expect(Object.keys(manifest.sha256 ?? {}).sort()).toEqual([
      'README.md',
      'config.schema.json',
      'fixture.json',
      'index.js',
    ])
  })

  test('accepts only valid module names, and overwrites nothing', () => {
    expect(() => createModule('My Module', workshop, 'checkout')).toThrow('must be lower-case words joined by dashes')
    expect(() => createModule('../up', workshop, 'checkout')).toThrow("can't be a module's name")
    const { id } = makeModule()
    expect(() => createModule(id, workshop, 'checkout')).toThrow('is there already')
  })
})

describe('pack', () => {
  test('makes the same archive from the same sources', async () => {
    const home = path.join(root, 'examples/world-clock')
    const folder = newFolder()
    const first = readFileSync((await packModule(home, folder)).file)
    expect(readFileSync((await packModule(home, folder)).file).equals(first)).toBe(true)
  })

  test('reports the same faults as the server', async () => {
    const { home } = makeModule()
    const manifest = path.join(home, 'module.json')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace('"version": "0.1.0"', '"version": "soon"'))
    await expect(packModule(home)).rejects.toThrow('module.json inválido: version must be a version like 1.2.3')
    writeFileSync(manifest, text.replace('config.schema.json', 'gone.json'))
    await expect(packModule(home)).rejects.toThrow('module.json inválido: gone.json is not there')
    writeFileSync(manifest, text)
    writeFileSync(path.join(home, 'config.schema.json'), '{"type":"array"}')
    await expect(packModule(home)).rejects.toThrow('module.json inválido: configSchema.type must be object')
  })

  test('refuses a form that the product can not show, and names the place', async () => {
    const { home } = makeModule()
    const at = { type: 'object', properties: { lat: { type: 'number' } } }
    writeFileSync(path.join(home, 'config.schema.json'), JSON.stringify({ type: 'object', properties: { at } }))
    await expect(packModule(home)).rejects.toThrow(
      "module.json inválido: configSchema.properties.at can't be shown in a form",
    )
  })

  test.each([
    ['{', 'fixture'],
    ['{ "confg": {} }', 'fixture Unrecognized key: "confg"'],
    ['{ "agent": { "name": "a", "status": "up", "isOnline": true } }', 'fixture.agent.status Invalid option'],
    ['{ "requests": { "now": {} } }', 'fixture.requests.now is not declared in module.json'],
  ])('refuses the fixture %s, and names the place', async (text, fault) => {
    const { home } = makeModule()
    writeFileSync(path.join(home, 'fixture.json'), text)
    await expect(packModule(home)).rejects.toThrow(`module.json inválido: ${fault}`)
  })

  test.each(['world-clock', 'weather-now', 'hostile'])('the example %s can be installed', async (name) => {
    const { file } = await packModule(path.join(root, 'examples', name), newFolder())
    const { manifest, size } = await packageIn(file)
    expect(manifest.id).toBe(name)
    expect(size).toBeLessThan(250_000)
  })
})

test('dev serves a module under its real policy, and a new build after a change', async () => {
  const { home, id } = makeModule()
  const output: string[] = []
  const { url, close } = await serveModule(home, { port: 0, print: (line) => output.push(line), page: newFolder() })
  onTestFinished(close)
  const { origin } = new URL(url)
  const meta = async () => (await (await fetch(`${origin}/workshop.json`)).json()) as Record<string, unknown>
  const first = await meta()
  expect(first).toMatchObject({ id, version: '0.1.0-dev.1', isSandboxed: true })
  const frame = await fetch(`${origin}/modules/${id}/${first.version}/`)
  expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
  expect(frame.headers.get('connection-allowlist')).toContain('webrtc=block')
  expect(await frame.text()).toContain('<script type="module" src="index.js">')
  expect((await fetch(`${origin}/modules/${id}/${first.version}/index.js`)).headers.get('content-type')).toContain(
    'java',
  )

  const source = path.join(home, 'src/greeting.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Good ', 'Fine '))
  await expect.poll(async () => (await meta()).version).not.toBe(first.version)
  const { version } = await meta()
  expect(await (await fetch(`${origin}/modules/${id}/${version}/index.js`)).text()).toContain('Fine ')
  writeFileSync(path.join(home, 'module.json'), '{')
  await expect.poll(() => meta()).toHaveProperty('fault')
  expect(output.at(-1)).toContain('module.json inválido')
})

test('a plain module gets the SDK as a small file, without React or a schema library', async () => {
  const { files } = await buildModule(path.join(root, 'examples/world-clock'))
  const sdk = files.get('atalaya.js')?.toString('utf8') ?? ''
  expect(sdk).toMatch(/export\s*\{[^}]*connect/)
  expect(sdk.length).toBeLessThan(6000)
})

test('modules are built for production, also after a development server in the same process', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  const { files } = await buildModule(path.join(root, 'examples/weather-now'))
  expect(files.get('index.js')?.toString()).not.toContain('jsxDEV')
})
