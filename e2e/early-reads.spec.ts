import { firstRequests } from '../apps/web/screens.ts'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

/** Path and query string of a URL. */
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

test('the first data of a screen are requested once, before its scripts run', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await boards.put(await boards.make('Hall'), [0, 0, 2, 2], 'In the hall')
  await signIn(member)
  for (const [screen, paths] of Object.entries(firstRequests)) {
    const requests: string[] = []
    // Drops requests of the screen before.
    page.on('request', (request) => request.isNavigationRequest() && requests.splice(0))
    page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(pathOf(request.url())))
    // Holds the React chunk back until all is requested, so nothing else can have asked.
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/react-/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(screen, { waitUntil: 'commit' })
    const expectedPaths = paths.map((path) => path.replace('{user}', member.user._id))
    await expect.poll(() => expectedPaths.filter((path) => !requests.includes(path)), screen).toEqual([])
    release()
    await page.waitForFunction(
      () => Object.keys((window as { earlyReads?: { reads: object } }).earlyReads?.reads ?? {}).length === 0,
    )
    for (const path of expectedPaths)
      expect(
        requests.filter((requestedPath) => requestedPath === path),
        `${screen} ${path}`,
      ).toHaveLength(1)
    await page.unrouteAll()
    page.removeAllListeners('request')
    // Some screens redirect to another one, whose requests may still be open.
    await page.goto('about:blank')
  }
})
