import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase, startPostgres } from '@atalaya/testbed/postgres'
import { kill, makePageWithAgent, paste, register, registerAgent, seeAgentOnline, seeDisplay } from './first-steps.ts'
import { expect, test } from './fixtures.ts'
import { shortTimesServer, startServer } from './server.ts'

/** Timeout for a killed agent to show as offline. That takes 20 s after its connection is lost. */
const AWAY_MS = 45_000

test.use({ actionTimeout: 15_000, serviceWorkers: 'allow' })

type Work = () => Promise<unknown> | undefined

/** Ends what the test has started, the last first, however the test ends. */
const journey = test.extend<{ afterwards: (work: Work) => void }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  afterwards: async ({}, use) => {
    const works: Work[] = []
    await use((work) => works.unshift(work))
    for (const work of works) await work()
  },
})

for (const database of ['SQLite', 'PostgreSQL']) {
  const sizes = database === 'SQLite' ? ['@sizes'] : []
  journey(
    `from an empty ${database} to a live agent on a display`,
    { tag: sizes },
    async ({ browser, afterwards }, { project }) => {
      journey.setTimeout(180_000)
      // One of the runs has the product's usual times; the others have short ones.
      const program = database === 'SQLite' && project.name === 'desktop' ? undefined : shortTimesServer
      const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined
      afterwards(() => postgres?.stop())
      const settings = postgres && { DATABASE_URL: await createDatabase(postgres.url) }
      const server = await startServer(settings, program)
      afterwards(server.stop)
      const folder = await mkdtemp(path.join(tmpdir(), 'atalaya-agent-'))
      afterwards(() => rm(folder, { recursive: true, force: true }))

      // Without the fixtures' header, so not as through a proxy: then the first account would need the setup code.
      const context = await browser.newContext({ baseURL: server.url, extraHTTPHeaders: {} })
      afterwards(() => context.close())
      const page = await context.newPage()

      await register(page)
      await expect(page.getByRole('link', { name: 'Admin panel' })).toBeVisible()

      const line = await registerAgent(page)
      let shell = paste(line, folder)
      afterwards(() => kill(shell))
      await seeAgentOnline(page)

      await makePageWithAgent(page)
      const widget = await seeDisplay(page)

      await kill(shell)
      await expect(widget).toContainText('Offline', { ignoreCase: true, timeout: AWAY_MS })
      shell = paste(line, folder)
      await expect(widget).toContainText('Online', { ignoreCase: true, timeout: 30_000 })
    },
  )
}
