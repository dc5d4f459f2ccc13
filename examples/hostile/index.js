import { nestedWays, waysAway, waysOut } from './ways-out.js'

// Every attempt writes its result into the frame's own page, where the test reads it.
const HELLO = 'atalaya:hello'
const PORT = 'atalaya:port'

function report(name, outcome) {
  const line = document.createElement('p')
  line.dataset.attempt = name
  line.textContent = outcome
  document.body.append(line)
}

async function attempt(name, action) {
  try {
    const value = await Promise.race([
      action(),
      new Promise((_, reject) => setTimeout(reject, 2000, new Error('silence'))),
    ])
    report(name, `GOT ${String(value)}`)
  } catch (error) {
    report(name, `refused: ${error.name}`)
  }
}

const fetchText = async (url, options) => (await fetch(url, options)).status

const loadImage = (src) =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = resolve
    image.onerror = () => reject(new Error('error'))
    image.src = src
  })

const loadScript = (src) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.onload = resolve
    script.onerror = () => reject(new Error('error'))
    script.src = src
    document.body.append(script)
  })

function submitForm(action) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', action, target: '_top' })
  document.body.append(form)
  form.submit()
  throw new Error('ignored')
}

const probes = (canary) => ({
  'parent-dom': () => parent.document.body.innerHTML,
  'parent-location': () => parent.location.href,
  'top-storage': () => top.localStorage.auth_access_token,
  storage: () => localStorage.length,
  'session-storage': () => sessionStorage.length,
  cookie: () => document.cookie,
  database: () => indexedDB.open('x'),
  origin: () => {
    if (self.origin === 'null') throw new Error('opaque')
    return self.origin
  },
  'top-navigation': () => {
    top.location = `${canary}/top`
    return 'navigating'
  },
  popup: () => {
    const opened = window.open(`${canary}/popup`)
    if (!opened) throw new Error('null')
    return opened
  },
  form: () => submitForm(`${canary}/form`),
  'fetch-api': () => fetchText('/api/v1/agents'),
  'fetch-own': () => fetchText('module.json'),
  'fetch-canary': () => fetchText(`${canary}/fetch`, { mode: 'no-cors' }),
  // Its result does not say if it was sent; only the canary knows.
  beacon: () => {
    navigator.sendBeacon(`${canary}/beacon`, 'x')
    throw new Error('unseen')
  },
  socket: () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(canary.replace('http', 'ws'))
      socket.onopen = resolve
      socket.onerror = () => reject(new Error('error'))
    }),
  image: () => loadImage(`${canary}/image.png`),
  script: () => loadScript(`${canary}/script.js`),
  eval: () => new Function('return 1')(),
  worker: () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage("alive")'])))
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('error'))
    }),
  alert: () => {
    if (confirm('?') === false) throw new Error('false')
    return 'asked'
  },
})

const attacks = {
  async probe(_port, { canary }) {
    for (const [name, action] of Object.entries(probes(canary))) await attempt(name, async () => action())
    report('done', 'done')
  },
  async 'ways-out'(_port, { canary, udp, tcp }) {
    const ways = Object.entries(waysOut({ udp, tcp }, (name) => `${canary}/${name}`))
    await Promise.all(ways.map(([name, take]) => attempt(name, async () => take())))
    report('done', 'done')
  },
  async nested(_port, { udp, tcp, way }) {
    const inner = nestedWays({ udp, tcp })[way]()
    await new Promise((resolve) => inner.addEventListener('load', resolve))
    // Gives the attempts of the inner document as much time as others have.
    setTimeout(report, 2000, 'done', 'done')
  },
  flood(port) {
    for (let n = 0; n < 5000; n++) port.postMessage(JSON.stringify({ type: 'pong' }))
  },
  'window-flood'() {
    for (let n = 0; n < 5000; n++) parent.postMessage({ n, filler: 'x'.repeat(1000) }, '*')
  },
  'window-heavy'() {
    // Made quickly enough that a busy machine does not stop the module for its silence.
    const heavy = Array.from({ length: 20_000 }, (_, n) => ({ n, deep: [[[`${n}`]]] }))
    for (let n = 0; n < 20; n++) parent.postMessage(heavy, '*')
    report('sent', 'sent')
  },
  large(port) {
    port.postMessage(JSON.stringify({ type: 'set-config', config: { filler: 'x'.repeat(1024 * 1024) } }))
  },
  loop() {
    for (;;) performance.now()
  },
  leave(_port, { canary, way }) {
    waysAway((name) => `${canary}/${name}`)[way]()
  },
  'other-agent'(port, { canary }) {
    port.postMessage(JSON.stringify({ type: 'set-config', config: { attack: 'other-agent', agent: canary } }))
    port.postMessage(JSON.stringify({ type: 'watch-agent', agentId: canary }))
  },
}

addEventListener('message', ({ source, data, ports: [port] }) => {
  if (source !== parent || data !== PORT || !port) return
  port.onmessage = ({ data: text }) => {
    const message = JSON.parse(text)
    if (message.type === 'ping') port.postMessage(JSON.stringify({ type: 'pong' }))
    if (message.type === 'agent') report(`agent ${message.agentId}`, message.view.state)
    if (message.type !== 'start') return
    port.postMessage(JSON.stringify({ type: 'ready' }))
    setTimeout(() => attacks[message.config.attack ?? 'probe'](port, message.config), 200)
  }
})
parent.postMessage(HELLO, '*')
