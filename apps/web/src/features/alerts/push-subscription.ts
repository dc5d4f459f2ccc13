import type { ChannelAddress } from '@atalaya/contract/alert-channels'

type PushAddress = Extract<ChannelAddress, { kind: 'push' }>

/** Explains to the user why this browser can't receive pushes; undefined if it can. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext)
    return 'Pushes need a secure address: open Atalaya by https, or on the machine itself by localhost.'
  if ('serviceWorker' in navigator && 'PushManager' in window) return undefined
  // An iPad reports itself as a Mac, but Macs have no touch screen.
  const isPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1
  const isApple = isPad || /iPhone|iPad/.test(navigator.userAgent)
  return isApple
    ? 'On an iPhone or iPad Atalaya must be on the home screen first: Share, then Add to Home Screen, and open it from there.'
    : 'This browser knows no pushes.'
}

class PushRefused extends Error {}

/** Asks for permission and subscribes this browser. @throws PushRefused with a remedy in its message. */
export async function subscribe(publicKey: string): Promise<PushAddress> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new PushRefused('This browser does not let Atalaya notify you: allow it in the settings of this address.')
  }
  // Timeout: `ready` never resolves on a page without a service worker.
  const registration = await Promise.race([navigator.serviceWorker.ready, rejectAfterWait()])
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: Error) => {
      throw new PushRefused(`This browser could not be subscribed: ${error.message}`)
    })
  const { endpoint, keys } = subscription.toJSON()
  return { kind: 'push', endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

const READY_WITHIN_MS = 10_000
const rejectAfterWait = () =>
  new Promise<never>((_done, fail) => {
    setTimeout(
      () => fail(new PushRefused('The program is not kept in this browser yet: reload the page.')),
      READY_WITHIN_MS,
    )
  })

/** Name of this browser in the list: `Chrome on Android`. */
export function browserName(userAgent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([sign]) => userAgent.includes(sign ?? ''))?.[1]
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name))
  return `${browser ?? 'Browser'} on ${system ?? 'this device'}`
}
