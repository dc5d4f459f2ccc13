import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('a push message from the server is shown by the browser', async ({ page, member, signIn, context, server }) => {
  await context.grantPermissions(['notifications'], { origin: server.url })
  await signIn(member)
  await page.goto('/alerts')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const devtools = await context.newCDPSession(page)
  // The browser accepts a message only once it has recorded the worker as active. The page may know that earlier.
  const activated = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated')
      if (active) resolve(active.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await activated
  const data = JSON.stringify({ title: 'Critical: attic · It is offline', body: 'Rule: Away', incidentId: 'one' })
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data })
  const listNotifications = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready
      return (await worker.getNotifications()).map(({ title, tag, data: address }) => [title, tag, address])
    })
  await expect.poll(listNotifications).toEqual([['Critical: attic · It is offline', 'one', '/alerts/one']])
})
