// `npm run modules:previews [-- ID …]`: takes the pictures of every bundled module, or of these, in both themes, from
// its own sample data.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { readModules } from '../apps/server/src/modules/bundled.ts'
import type { StoredModule } from '../apps/server/src/modules/packages.repo.ts'
import { root } from '../scripts/lib/workspaces.ts'
import { serveGallery } from '../scripts/module/gallery.ts'
import { ensureInstalled, runOrExplain } from '../scripts/product/prepare.ts'
import { findChromium } from '../scripts/tests/programs.ts'

const QUALITY = 88

/** Takes a picture of a module in its own size. */
async function takePicture(page: Page, url: string, id: string, theme: 'light' | 'dark'): Promise<Buffer> {
  await page.goto(`${url}?module=${id}&picture&theme=${theme}`)
  await page.locator('#picture article > *').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  const clip = await page.locator('#picture').boundingBox()
  if (!clip) throw new Error(`${id} draws nothing`)
  const session = await page.context().newCDPSession(page)
  const shot = { format: 'webp', quality: QUALITY, clip: { ...clip, scale: 1 } } as const
  return Buffer.from((await session.send('Page.captureScreenshot', shot)).data, 'base64')
}

await runOrExplain(async () => {
  await ensureInstalled(root)
  const gallery = await serveGallery(0)
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/Madrid', reducedMotion: 'reduce' })
    // A clock shows the same time in both themes, and whenever its picture is taken.
    await page.clock.setFixedTime('2026-11-25T09:08:24Z')
    const folder = path.join(root, 'modules')
    const requestedIds = process.argv.slice(2)
    const isRequested = ({ manifest }: StoredModule) => requestedIds.length === 0 || requestedIds.includes(manifest.id)
    for (const { manifest } of (await readModules(folder)).filter(isRequested)) {
      for (const [theme, file] of [
        ['light', manifest.preview],
        ['dark', manifest.previewDark],
      ] as const) {
        if (!file) continue
        const picture = await takePicture(page, gallery.url, manifest.id, theme)
        writeFileSync(path.join(folder, manifest.id, file), picture)
        console.log(`${manifest.id}/${file}: ${Math.ceil(picture.length / 1024)} KB`)
      }
    }
  } finally {
    await browser.close()
    await gallery.close()
  }
})
