import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** Code that an app shows (RFC 6238), `ahead` steps of 30 s from now. Computed independently of the product. */
export function appCode(secret: string, ahead = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** URL of the same server by a name, `localhost`, in place of the IP address: passkeys need a name. */
export const byName = (url: string): string => url.replace('127.0.0.1', 'localhost')

/**
 * Gives a page an authenticator that agrees to everything, also to the sign-in screen's request in the e-mail field.
 * After `agree(false)` it leaves requests open.
 */
export async function withAuthenticator(page: Page): Promise<{ agree(enabled: boolean): Promise<unknown> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    agree: (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

export const factorCard = (page: Page) => page.getByRole('region', { name: 'Second factor' })

/** Sets up an app by the key that the dialog shows. Returns the key and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code of your app').fill(appCode(secret))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  return { secret, codes: await takeCodes(page) }
}

/** Reads the recovery codes off their dialog and closes it. */
export async function takeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}
