// The packer puts atalaya.js beside this file.
import { connect } from './atalaya.js'

const host = await connect()
let timer

function draw() {
  const { zone = 'UTC', seconds = false } = host.config.get()
  const shown = { timeZone: zone, hour: '2-digit', minute: '2-digit', ...(seconds && { second: '2-digit' }) }
  document.getElementById('time').textContent = new Date().toLocaleTimeString('en-GB', shown)
  document.getElementById('place').textContent = zone.split('/').at(-1).replaceAll('_', ' ')
}

// Out of sight it stands still and costs nothing.
function run() {
  clearInterval(timer)
  if (host.suspended.get()) return
  draw()
  timer = setInterval(draw, 1000)
}

host.config.subscribe(draw)
host.suspended.subscribe(run)
run()
