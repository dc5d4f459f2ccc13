import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { tokens } from '@atalaya/contract/credentials'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { apiOf } from '@atalaya/testbed/api'
import { installPackage } from '@atalaya/testbed/install-package'
import { serveModule } from 'atalaya-module/dev'
import { packModule } from 'atalaya-module/pack'
import { createModule } from 'create-atalaya-module/create'
import { root } from '../scripts/lib/workspaces.ts'
import { buildWorkshopPage } from '../scripts/module/workshop-page.ts'
import { expect, test } from './fixtures.ts'
import { FRAME_TIMEOUT } from './modules.ts'

const WIDGET = `import { useAgent, useConfig, useRequest, useStorage } from '@atalaya/module-sdk'
import { useState } from 'react'

export function Widget() {
  const view = useAgent(String(useConfig().agent ?? ''))
  const request = useRequest()
  const storage = useStorage()
  const [said, setSaid] = useState('')
  const ask = async () => setSaid(String((await request('outside')).body))
  return (
    <div>
      <p>{view.state === 'ready' ? view.agent.name : view.state}</p>
      <button type="button" onClick={() => void ask().catch(() => undefined)}>Ask</button>
      <p>{said}</p>
      <button type="button" onClick={() => void storage.write('kept')}>Keep</button>
    </div>
  )
}
`
const SCOPES = ['agents:read', 'events:read', 'modules:read', 'modules:use', 'pages:read'] as const

test.use({ extraHTTPHeaders: {} })
test.setTimeout(240_000)

test('dev shows a module with the agents, settings, requests and storage of a real server', async ({
  page,
  server,
  admin,
}, testInfo) => {
  const outside = createServer((_request, response) => response.end('"21 degrees"')).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  const id = `real-${randomBytes(4).toString('hex')}`
  const home = createModule(id, path.join(root, 'workshop'), 'checkout')
  try {
    const manifest = JSON.parse(readFileSync(path.join(home, 'module.json'), 'utf8'))
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/now`
    const additions = { permissions: { agents: 'read', storage: true }, requests: { outside: { url } } }
    writeFileSync(path.join(home, 'module.json'), JSON.stringify({ ...manifest, ...additions }))
    const agent = { type: 'string', format: 'agent-id' }
    writeFileSync(path.join(home, 'config.schema.json'), JSON.stringify({ type: 'object', properties: { agent } }))
    writeFileSync(path.join(home, 'src/widget.tsx'), WIDGET)

    const access = admin.tokens.accessToken
    const call = apiOf(server.url, access)
    const { agent: machine } = await call(agents.register, { body: { name: 'attic-pi' } })
    await installPackage(server.url, access, readFileSync((await packModule(home)).file))
    const permissions = { origins: [new URL(url).origin], agents: true, storage: true }
    await call(modulePackages.activate, { params: { id, version: '0.1.0' }, body: { permissions } })
    const { page: board } = await call(dashboard.create, { body: { name: id } })
    const config = { agent: machine.agentId }
    const { module: widget } = await call(dashboard.install, {
      params: { id: board._id },
      body: { meta: { id }, config },
    })
    const { token } = await call(tokens.create, { body: { name: id, scopes: [...SCOPES] } })

    const realServer = { address: server.url, token }
    const built = await buildWorkshopPage(testInfo.outputPath('page'))
    const devServer = await serveModule(home, { port: 0, print: () => undefined, page: built, server: realServer })
    await page.goto(devServer.url)
    await expect(page.getByText(`on your pages on ${server.url}`)).toBeVisible(FRAME_TIMEOUT)
    const inside = page.frameLocator('article iframe')
    await expect(inside.getByText('attic-pi')).toBeVisible(FRAME_TIMEOUT)
    await inside.getByRole('button', { name: 'Ask' }).click()
    await expect(inside.getByText('21 degrees')).toBeVisible()
    await inside.getByRole('button', { name: 'Keep' }).click()
    const stored = () => call(moduleRequests.readStorage, { params: { widgetId: widget._id } })
    await expect.poll(stored).toMatchObject({ value: 'kept' })
    await call(agents.edit, { params: { id: machine.agentId }, body: { name: 'cellar-pi' } as never })
    await expect(inside.getByText('cellar-pi')).toBeVisible()
    await devServer.close()
  } finally {
    outside.close()
    rmSync(home, { recursive: true })
  }
})
