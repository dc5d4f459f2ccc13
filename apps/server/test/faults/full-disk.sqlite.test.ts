import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { telemetry } from '@atalaya/contract/telemetry'
import { someone } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { reportFault } from '#test/support/fault-report.ts'
import { createInstallation } from '#test/support/installation.ts'
import { smallDiskOf, startOnSmallDisk } from '#test/support/small-disk.ts'

const MB = 1024 * 1024

type Body = {
  message: string
  data: { tokens: { accessToken: string }; agent: { agentId: string }; token: string }
}

// Only Linux gives a process separate mounts.
test.runIf(process.platform === 'linux')(
  'a server on a full disk refuses new data until there is room again',
  { timeout: 120_000 },
  async (context) => {
    const installation = await createInstallation()
    const server = startOnSmallDisk(installation)
    const address = await server.ready
    const { leaveFree, empty } = smallDiskOf(server, installation)
    async function post(path: string, body: object, token?: string) {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const reply = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, body: (await reply.json()) as Body }
    }
    const readReadiness = async () => {
      const reply = await fetch(`${address}/readyz`)
      return { ...((await reply.json()) as object), status: reply.status }
    }
    const registerPerson = () =>
      post(auth.register.path, someone({ username: `person-${Math.random().toString(36).slice(2)}` }))

    const owner = someone({ username: 'owner' })
    await post(auth.register.path, owner)
    const { tokens } = (await post(auth.login.path, owner)).body.data
    const { agent, token } = (await post(agents.register.path, {}, tokens.accessToken)).body.data
    const path = telemetry.push.path.replace(':id', agent.agentId)
    const pushSample = async () => (await post(path, { dataType: 'basic', data: { cpu: 1 } }, token)).status
    expect(await readReadiness()).toMatchObject({ status: 200, disk: 'ok' })
    expect(await pushSample()).toBe(200)

    leaveFree(2 * MB)
    await expect.poll(readReadiness).toMatchObject({ status: 200, disk: 'low' })
    expect(await pushSample()).toBe(200)
    leaveFree(MB / 2)
    await expect
      .poll(readReadiness)
      .toMatchObject({ status: 503, disk: 'full', reason: expect.stringContaining('disk is full') })
    expect(await pushSample()).toBe(503)
    expect((await registerPerson()).status).toBe(200)
    leaveFree(0)
    await expect
      .poll(registerPerson)
      .toMatchObject({ status: 503, body: { message: expect.stringMatching(/^The disk is full;/) } })
    const metrics = await (await fetch(`${address}/metrics`)).text()
    expect(metrics).toMatch(/^disk_free_bytes \d+$/m)

    empty()
    await expect.poll(readReadiness).toMatchObject({ status: 200, disk: 'ok' })
    expect([await pushSample(), (await registerPerson()).status]).toEqual([200, 200])
    reportFault(context, {
      fault: 'The disk of the data folder fills up (tmpfs)',
      expected: 'Below 5 % a warning; below 1 % no measurement is stored, people go on; then 503 *The disk is full*',
      measured: 'So, and with room again all goes on',
    })
  },
)
