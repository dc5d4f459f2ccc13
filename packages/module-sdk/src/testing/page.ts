import { HELLO, PORT } from '@atalaya/contract/module-bridge'
import type { FrameProps, HostMessage } from '../bridge.ts'

export const FRAME_PROPS: FrameProps = {
  config: { city: 'Ulm' },
  size: { width: 2, height: 1 },
  theme: 'dark',
  formats: { locale: 'de-AT' },
  suspended: false,
  awaySince: null,
  tokens: { '--foreground': '#fff' },
}

/** Writes to this window as another window does; jsdom's own `postMessage` carries neither source nor ports. */
export function write(data: unknown, source: unknown, ports: MessagePort[] = []): void {
  window.dispatchEvent(Object.assign(new Event('message'), { data, source, ports }))
}

/** The page around a frame, in the same window: replies with a port, and records all messages of the frame. */
export function page() {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const received: unknown[] = []
  ours.onmessage = ({ data }) => void received.push(JSON.parse(data))
  return {
    received,
    send: (message: HostMessage) => ours.postMessage(JSON.stringify(message)),
    giveThePort: () => write(PORT, window.parent, [theirs]),
    close: () => ours.close(),
  }
}

/** Collects all greetings of a frame until the returned function is called. */
export function collectGreetings() {
  const received: unknown[] = []
  const onMessage = ({ data }: MessageEvent) => void (data === HELLO && received.push(data))
  window.addEventListener('message', onMessage)
  return { received, stop: () => window.removeEventListener('message', onMessage) }
}
