import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { someone } from '@atalaya/testbed/people'
import { startServer } from '@atalaya/testbed/server-process'
import { expect, onTestFinished, test } from 'vitest'

/** Makes SIGUSR2 end the first thread of the process, which writes to the database. */
const LETHAL = `data:text/javascript,import{Worker}from'node:worker_threads';
const{postMessage}=Worker.prototype;
Worker.prototype.postMessage=function(...args){
process.once('SIGUSR2',()=>this.terminate());
Worker.prototype.postMessage=postMessage;
return%20postMessage.apply(this,args)}`.replaceAll('\n', '')

test('a server whose writing thread has ended fails calls at once and exits with 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-writer-'))
  const server = startServer({ DATA_DIR: folder, NODE_OPTIONS: `--import=${LETHAL}` })
  onTestFinished(async () => {
    server.signal('SIGKILL')
    await server.exited
    rmSync(folder, { recursive: true, force: true })
  })
  const address = await server.ready
  const statuses: number[] = []
  /** Writes repeatedly, until the server no longer answers. */
  const write = async (n: number) => {
    for (let tries = 0; ; tries++) {
      const body = JSON.stringify(someone({ username: `user-${n}-${tries}` }))
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${address}/auth/register`, { method: 'POST', headers, body }).catch(() => null)
      if (answer === null) return
      statuses.push(answer.status)
    }
  }
  const writers = [1, 2, 3, 4].map(write)
  await expect.poll(() => statuses.length).toBeGreaterThan(0)
  const before = server.output().length
  server.signal('SIGUSR2')
  expect(await server.exited).toBe(1)
  await Promise.all(writers)
  expect(server.output().slice(before)).toBe(
    'Atalaya ends: the thread that writes to the database has ended (exit code 1).\n',
  )
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
})
