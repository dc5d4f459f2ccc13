import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Account, callApi } from './browser.ts'

const agentProgram = path.join(import.meta.dirname, '../packages/agent/dist/agent.mjs')

/** Eight widgets on the grid of 4 by 5, as somebody might arrange them. */
const EIGHT = [
  [0, 0, 2, 2],
  [2, 0, 2, 2],
  [0, 2, 1, 1],
  [1, 2, 1, 1],
  [2, 2, 2, 1],
  [0, 3, 2, 2],
  [2, 3, 1, 2],
  [3, 3, 1, 2],
] as const
const TWENTY = Array.from({ length: 20 }, (_, index) => [index % 4, Math.floor(index / 4), 1, 1] as const)

type GridCell = readonly [x: number, y: number, w: number, h: number]

/** Starts an agent on this machine and returns its id. The caller kills `children`. */
export async function startAgent(url: string, { tokens }: Account, name: string, children: ChildProcess[]) {
  const { agent, token } = await callApi(`${url}/api/v1/agents`, 'POST', { name }, tokens.accessToken)
  const home = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-agent-'))
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: home }
  const args = [agentProgram, '--server', url, '--token', String(token)]
  children.push(spawn(process.execPath, args, { env, stdio: 'ignore' }))
  return (agent as { agentId: string }).agentId
}

async function makePage(url: string, { tokens }: Account, name: string, agentId: string, cells: readonly GridCell[]) {
  const pages = `${url}/api/v1/dashboard/pages`
  const { page } = await callApi(pages, 'POST', { name }, tokens.accessToken)
  const { _id: id } = page as { _id: string }
  const modules = `${pages}/${id}/modules`
  for (const [x, y, w, h] of cells) {
    const body = { meta: { id: 'agent-status' }, config: { agentId }, position: { x, y, w, h } }
    await callApi(modules, 'POST', body, tokens.accessToken)
  }
  return id
}

/** Makes a page of 20 widgets. Being the account's first page, it is the selected one. */
export const makeFullPage = (url: string, account: Account, agentId: string) =>
  makePage(url, account, 'Full', agentId, TWENTY)

/** Ten pages of eight widgets. Returns their ids. */
export async function makeTenPages(url: string, account: Account, agentId: string): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= 10; number += 1)
    ids.push(await makePage(url, account, `Page ${number}`, agentId, EIGHT))
  return ids
}
