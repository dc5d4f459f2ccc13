// Runs a script of this folder with Node 24 or newer: `node scripts/node24.mjs scripts/start.ts`. If the machine's own
// Node is older, Node 24 comes from the npm registry into `.node/`, once. This file itself must run on old Nodes (16
// and up) and before anything is installed: builtins only.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const NODE_VERSION = '24.21.0'
const OLDEST = 24
const FETCHING = /^fetching-(\d+)$/

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const store = path.join(root, '.node')
// Cache of compiled code: with it, a start takes half the time and 35 MB less memory.
const compiled = process.env.NODE_COMPILE_CACHE || path.join(store, 'compiled')
const [target, ...args] = process.argv.slice(2)

function fail(message) {
  console.error(`atalaya: ${message}`)
  process.exit(1)
}

/** npm package with Node's binary for this platform; the npm package `node` depends on it by this name. */
function platformPackage() {
  if (process.platform === 'win32') return `node-win-${process.arch === 'ia32' ? 'x86' : process.arch}`
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${process.platform}-${process.arch}`
}

function binaryIn(folder) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(folder, 'node_modules', platformPackage(), 'bin', file)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // npm may still run and write there; the next fetch removes the folder.
  }
}

function removeInterruptedFetches() {
  for (const name of readdirSync(store)) {
    const match = FETCHING.exec(name)
    if (match && !isAlive(Number(match[1]))) remove(path.join(store, name))
  }
}

function runNpm(npmArgs) {
  const npm = process.env.npm_execpath || ''
  const options = { cwd: root, encoding: 'utf8' }
  if (path.basename(npm) === 'npm-cli.js') return spawnSync(process.execPath, [npm, ...npmArgs], options)
  return spawnSync('npm', npmArgs, { ...options, shell: process.platform === 'win32' })
}

function explain(result) {
  if (result.error) return `npm did not start: ${result.error.message}`
  const code = /npm (?:ERR!|error) code (\S+)/.exec(result.stderr)
  return code ? code[1] : `npm ended with ${result.status === null ? result.signal : result.status}`
}

function install(folder) {
  const spec = `${platformPackage()}@${NODE_VERSION}`
  // npm verifies the package's integrity; the package has no install script to run.
  const result = runNpm([
    ...['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'],
    ...['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000', spec],
  ])
  if (result.status !== 0) {
    fail(
      `this needs Node ${OLDEST} or newer (here: ${process.version}), and fetching ${spec} from the npm registry ` +
        `failed (${explain(result)}). Connect to the internet once, or install Node ${OLDEST} from https://nodejs.org.`,
    )
  }
  const check = spawnSync(binaryIn(folder), ['--version'], { encoding: 'utf8' })
  if (check.stdout !== `v${NODE_VERSION}\n`) {
    const reason = check.error ? check.error.message : (check.stderr || check.stdout).trim().split('\n')[0]
    fail(`the fetched Node does not run here (${reason}). Install Node ${OLDEST} or newer from https://nodejs.org.`)
  }
}

/** Fetches into a temporary folder, then renames it: an interrupted or concurrent fetch leaves no incomplete Node. */
function fetchNode(home) {
  const folder = path.join(store, `fetching-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    fail(
      `this needs Node ${OLDEST} or newer (here: ${process.version}), and this account may not keep one in ${store} ` +
        `(${error.code}). Run \`npm run build\` there as the account that the folder belongs to, then start again.`,
    )
  }
  console.log(`Fetching Node ${NODE_VERSION} (this machine has ${process.version}) …`)
  removeInterruptedFetches()
  process.once('exit', () => remove(folder))
  install(folder)
  try {
    renameSync(folder, home)
  } catch (error) {
    if (!existsSync(binaryIn(home))) throw error
  }
}

function prefixPath(binary) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'
  const rest = process.env[key] ? path.delimiter + process.env[key] : ''
  process.env[key] = path.dirname(binary) + rest
}

function runWith(binary) {
  const child = spawn(binary, [...process.execArgv, target, ...args], { stdio: 'inherit' })
  // A terminal sends Ctrl+C to the child as well. Forwarding it would look like a second Ctrl+C.
  const terminal = process.stdin.isTTY
  process.on('SIGINT', () => terminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) =>
    fail(`${binary} did not start: ${error.message}. Remove the folder .node and try again.`),
  )
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** npm forwards a SIGTERM only to the shell that started us. The shell ends without us, so end when it is gone. */
function endWithShell() {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

if (!target) fail('which script? node scripts/node24.mjs scripts/NAME.ts')
if (process.env.npm_lifecycle_event) endWithShell()
process.env.NODE_COMPILE_CACHE = compiled
if (Number.parseInt(process.versions.node, 10) >= OLDEST) {
  prefixPath(process.execPath)
  // Password hashes, files and DNS lookups share Node's thread pool. Its default is four threads on any machine.
  process.env.UV_THREADPOOL_SIZE ||= String(Math.max(4, os.availableParallelism()))
  process.argv = [process.execPath, path.resolve(target), ...args]
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(compiled)
  await import(pathToFileURL(path.resolve(target)).href)
} else {
  const home = path.join(store, `${NODE_VERSION}-${process.platform}-${process.arch}`)
  if (!existsSync(binaryIn(home))) fetchNode(home)
  prefixPath(binaryIn(home))
  runWith(binaryIn(home))
}
