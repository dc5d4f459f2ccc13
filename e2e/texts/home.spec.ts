import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { apiOf } from '@atalaya/testbed/api'
import { expect, hold, openFailing, walk } from './walk.ts'

walk(
  'home, from a session without an account to an agent that runs',
  async ({ page, admin, newAccount, signIn, server }) => {
    const person = await newAccount({ birthday: null })
    const ofAdmin = apiOf(server.url, admin.tokens.accessToken)
    await ofAdmin(users.setRole, { params: { id: person.user._id }, body: { role: 'admin' } })
    await ofAdmin(agents.register, { body: {} })
    const own = `**/api/v1/agents/${person.user._id}`

    await walk.step('nothing is known yet, not even who it is', async () => {
      await signIn(person)
      await page.evaluate(() => localStorage.removeItem('auth_user'))
      await page.route('**/auth/me', () => undefined)
      await page.route('**/api/v1/stats', (route) => route.fulfill({ json: { success: false } }))
      await page.goto('/')
      await expect(page.getByText('Activate your account to get started.')).toBeVisible()
      await expect(page.getByText('Unassigned')).toBeVisible()
      await page.unrouteAll()
    })

    await walk.step('the agents can not be read', async () => {
      await signIn(person)
      const silent = await openFailing(page, '/', { silently: own })
      const torn = await openFailing(page, '/', { torn: `/api/v1/agents/${person.user._id}` })
      const text = 'Could not load agent status: Could not retrieve agent information'
      await expect(silent.getByText(text)).toBeVisible()
      await expect(torn.getByText('Could not load agent status: Unknown error')).toBeVisible()
      await silent.close()
      await torn.close()
    })

    await walk.step('no agent, an agent that is away, an agent that runs', async () => {
      await hold(page, 'GET', own, () => expect(page.getByText('Loading...').first()).toBeVisible())
      await page.goto('/')
      await expect(page.getByText(/^You have not registered any agents yet/)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Admin panel' })).toBeVisible()
      const { token } = await apiOf(server.url, person.tokens.accessToken)(agents.register, { body: {} })
      await page.reload()
      await expect(page.getByText('Your agents are currently inactive.')).toBeVisible()
      const agent = await connectAgent(server.url, token)
      await expect(page.getByText('1 agent(s) running right now')).toBeVisible()
      agent.end()
    })
  },
)
