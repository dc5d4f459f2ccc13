import { crc32, deflateSync } from 'node:zlib'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePhotos } from '@atalaya/contract/module-photos'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Draws a JPEG of 400 by 200 pixels: red on the left, blue on the right. */
async function drawPhoto(page: Page): Promise<Buffer> {
  const dataUrl = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [400, 200]
    const context = canvas.getContext('2d')
    if (!context) throw new Error('Nothing can be drawn')
    for (const [x, colour] of [
      [0, 'rgb(255,0,0)'],
      [200, 'rgb(0,0,255)'],
    ] as const) {
      context.fillStyle = colour
      context.fillRect(x, 0, 200, 200)
    }
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
}

/** Adds the EXIF data of a camera that was held on its side: the picture must be turned by 90°. */
function withExif(jpeg: Buffer): Buffer {
  const orientation = Buffer.from('49492a00080000000100120103000100000006000000', 'hex')
  const content = Buffer.concat([Buffer.from('Exif\0\0'), orientation, Buffer.alloc(4), Buffer.from('GPS 42.88 -8.54')])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A PNG whose header says `side` × `side` pixels; 40,000 × 40,000 would take 6.4 GB unpacked. */
function largePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * 100))
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** The colours of a picture at its top and at its bottom, and its size. */
const imageFacts = (page: Page, picture: string) =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight]
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const at = (y: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(canvas.width / 2, y, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    }
    return [canvas.width, canvas.height, at(10), at(canvas.height - 10)]
  }, picture)

test('photos added on the widget are rotated, stripped of metadata, and shown on a display', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { page: board } = await call(dashboard.create, { body: { name: 'Hall', active: true } })
  const install = { params: { id: board._id }, body: { meta: { id: 'photos' } } }
  const widgetId = (await call(dashboard.install, install)).module._id
  const listPhotos = () => call(modulePhotos.list, { params: { widgetId } })
  await signIn(member)
  await page.goto('/dashboard')
  const widget = page.getByRole('article', { name: 'Photos' })
  await expect(widget).toContainText('No photos yet')

  const photo = await drawPhoto(page)
  const chooser = page.waitForEvent('filechooser')
  await widget.getByRole('button', { name: 'Add photos' }).click()
  const [jpeg, svg] = ['image/jpeg', 'image/svg+xml']
  await (await chooser).setFiles([
    { name: 'huge.png', mimeType: 'image/png', buffer: largePng(40_000) },
    { name: 'large.png', mimeType: 'image/png', buffer: largePng(12_000) },
    { name: 'drawing.svg', mimeType: svg, buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    { name: 'text.jpg', mimeType: jpeg, buffer: Buffer.from('no picture') },
    { name: 'holiday.jpg', mimeType: jpeg, buffer: withExif(photo) },
    { name: 'garden.jpg', mimeType: jpeg, buffer: photo },
  ])
  await expect(widget.getByRole('img', { name: 'Photo 1 of 2' })).toBeVisible()
  await expect(widget.getByRole('alert').getByRole('listitem')).toHaveText([
    // More than Chromium's own bound.
    'huge.png: This browser can’t read the picture',
    'large.png: The picture is too large: 12000 × 12000 pixels',
    'drawing.svg: SVG drawings are not supported, only photos',
    'text.jpg: This browser can’t read the picture',
  ])
  await expectAccessibleInBothThemes()
  await widget.getByRole('button', { name: 'Dismiss' }).click()

  const [first, second] = (await listPhotos()).photos
  const read = async (photoId = '') => (await call(modulePhotos.read, { params: { widgetId, photoId } })).picture
  expect(await imageFacts(page, await read(first?.id))).toEqual([200, 400, 'red', 'blue'])
  expect((await imageFacts(page, await read(second?.id))).slice(0, 2)).toEqual([400, 200])
  const bytes = Buffer.from((await read(first?.id)).split(',')[1] ?? '', 'base64')
  expect(['Exif', 'GPS'].filter((text) => bytes.includes(text))).toEqual([])

  await widget.hover()
  await widget.getByRole('button', { name: 'Put the photos in order' }).click()
  const order = page.getByRole('dialog', { name: 'Order of the photos' })
  await expect(order.locator('img')).toHaveCount(2)
  await expectAccessibleInBothThemes()
  const ids = async () => (await listPhotos()).photos.map(({ id }) => id)
  await page.keyboard.press('ArrowRight')
  await order.getByRole('button', { name: 'Move up' }).press('Enter')
  await expect.poll(ids).toEqual([second?.id, first?.id])
  await order.getByRole('listitem').first().dragTo(order.getByRole('listitem').last())
  await expect.poll(ids).toEqual([first?.id, second?.id])
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()
  await expect(widget.getByRole('button', { name: 'Put the photos in order' })).toBeFocused()

  await widget.getByRole('button', { name: 'Next photo' }).click()
  await expect(widget.getByRole('img', { name: 'Photo 2 of 2' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await widget.getByRole('button', { name: 'Remove this photo' }).click()
  await widget.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(widget.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  expect((await listPhotos()).photos.map(({ id }) => id)).toEqual([first?.id])

  await page.goto('/client')
  await expect(widget.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await expect(widget.getByRole('button')).toHaveCount(0)
})

test('files dropped on the widget are added, and the browser does not leave the page', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { page: board } = await call(dashboard.create, { body: { name: 'Hall', active: true } })
  await call(dashboard.install, { params: { id: board._id }, body: { meta: { id: 'photos' } } })
  await signIn(member)
  await page.goto('/dashboard')
  const widget = page.getByRole('article', { name: 'Photos' })
  const note = widget.getByText('No photos yet')
  await expect(note).toBeVisible()
  const photo = (await drawPhoto(page)).toString('base64')
  const dropped = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
    return files
  }, photo)
  await note.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(widget.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard/)
})
