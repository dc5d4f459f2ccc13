import type { Repos } from '#server/compose/repos.ts'
import { DEVICE_ACCOUNTS_MAX, KNOWN_DEVICES_MAX } from '#server/limits/limits.ts'
import type { Device } from './device.ts'
import type { GuessingRepo } from './guessing.repo.ts'
import { hashToken, newToken } from './tokens.ts'

type Needs = { repo: GuessingRepo; now: () => number }
type DeviceSecrets = Pick<Device, 'knownDeviceSecrets'>

/**
 * Devices from which an account was signed in before. Each sign-in gives a browser a new secret for that account alone,
 * in place of the old one. So a cookie that somebody has planted there, or copied before, is known no longer.
 */
export function createKnownDevices({ repo, now }: Needs) {
  return {
    /** Hash of the secret by which this account knows the device, or null. */
    async find(userId: string, { knownDeviceSecrets }: DeviceSecrets): Promise<string | null> {
      const [known = null] = await repo.findKnownDevices(knownDeviceSecrets.map(hashToken), userId)
      return known
    },

    /** Hash of a secret by which any account knows the device, or null. */
    async findAny({ knownDeviceSecrets }: DeviceSecrets): Promise<string | null> {
      const [known = null] = await repo.findKnownDevices(knownDeviceSecrets.map(hashToken))
      return known
    },

    /**
     * Makes a browser a known device of an account, as part of a transaction. Returns the secrets that the browser then
     * keeps; null for scripts, which are never known.
     */
    async rememberIn(
      { guessing }: Pick<Repos, 'guessing'>,
      userId: string,
      device: DeviceSecrets & Pick<Device, 'isBrowser'>,
    ) {
      if (!device.isBrowser) return null
      const known = await guessing.findKnownDevices(device.knownDeviceSecrets.map(hashToken), userId)
      const secret = newToken('kd')
      await guessing.rememberDevice(
        { hash: hashToken(secret), replacedHashes: known, userId, now: now() },
        KNOWN_DEVICES_MAX,
      )
      const secretsOfOthers = device.knownDeviceSecrets.filter((other) => !known.includes(hashToken(other)))
      return [secret, ...secretsOfOthers].slice(0, DEVICE_ACCOUNTS_MAX)
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>
