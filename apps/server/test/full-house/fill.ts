import { CHANNELS_MAX } from '@atalaya/contract/alert-channels'
import { SILENCES_MAX } from '@atalaya/contract/alert-incidents'
import { RULES_MAX } from '@atalaya/contract/alert-rules'
import { TOKENS_MAX } from '@atalaya/contract/credentials'
import { PAGES_MAX } from '@atalaya/contract/dashboard'
import { DISPLAYS_MAX } from '@atalaya/contract/displays'
import { TRASH_MAX } from '@atalaya/contract/page-archive'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { clone, copyNumber, withNumber } from './clone.ts'

/** Amounts of the full house: the product's own bounds. Unbounded resources have the largest promised amount. */
export const FULL = {
  accounts: 2000,
  agents: 20_000,
  agentsOfOne: 1000,
  waitingOfOne: 100,
  /** Commands that expired within the day, as after a night without network. */
  wrongOfOne: 100,
  /**
   * Agents of the member that have sent the maximum for an hour. That is a sample a second, and as many bytes of
   * records as are kept.
   */
  busy: 20,
  samples: 3600,
  largeRecords: 15,
  smallRecords: 1900,
  pages: PAGES_MAX,
  widgets: 20,
  sessions: 50,
  audit: 100_000,
  rules: RULES_MAX,
  /** Alerts that are over, of a month in which something fires every half minute, and messages about them. */
  ended: 80_000,
  silences: SILENCES_MAX,
  channels: CHANNELS_MAX,
  /** Messages that wait for their hour. */
  waiting: 200,
  displays: DISPLAYS_MAX,
  tokens: TOKENS_MAX,
  trash: TRASH_MAX,
}
export type Counts = typeof FULL

/** Values of a widget's form, about as large as they may be. */
const largeConfig = JSON.stringify({ title: 'x'.repeat(32_000), agentId: 'agent-1' })

/** Ids of the first of each kind; all others are copies of these. */
export type Firsts = {
  memberId: string
  strangerId: string
  agentId: string
  batchId: string
  commandId: string
  largeRecordId: string
  smallRecordId: string
  pageId: string
  /** Widget of a module with storage, and widget of one with an agent in its form. */
  widgetId: string
  agentWidgetId: string
  sessionId: string
  ruleId: string
  fleetRuleId: string
  incidentId: string
  silenceId: string
  channelId: string
  messageId: string
  displayId: string
  credentialId: string
}

/** Fills each table that grows by people's and agents' work, up to the bounds. */
export async function fill(db: Db, firsts: Firsts, counts: Counts, now: number): Promise<void> {
  const { memberId, strangerId, agentId } = firsts
  await clone(db, 'users', sql`original.id = ${strangerId}`, counts.accounts, {
    id: withNumber('user-'),
    username: withNumber('user-'),
    username_key: withNumber('user-'),
    email: withNumber('e-'),
    email_key: withNumber('e-'),
  })
  await addAgents(db, firsts, counts)
  const ref = (await db.selectFrom('agents').select('ref').where('id', '=', agentId).executeTakeFirstOrThrow()).ref
  const busy = sql<number>`${sql.lit(ref)} + ${copyNumber} % ${sql.lit(counts.busy)}`
  await clone(db, 'samples', sql`original.agent_ref = ${ref}`, counts.busy * counts.samples, {
    agent_ref: busy,
    at: sql`${sql.lit(now)} - ${copyNumber} / ${sql.lit(counts.busy)} * 1000`,
  })
  for (const [recordId, count] of [
    [firsts.largeRecordId, counts.largeRecords],
    [firsts.smallRecordId, counts.smallRecords],
  ] as const) {
    await clone(db, 'records', sql`original.id = ${recordId}`, counts.busy * count, {
      id: withNumber(`${recordId}-`),
      agent_ref: busy,
      at: sql`original.at - ${copyNumber} * 1000`,
    })
  }
  await clone(db, 'command_batches', sql`original.id = ${firsts.batchId}`, counts.waitingOfOne, {
    id: withNumber('batch-'),
    created_at: sql`original.created_at - ${copyNumber}`,
  })
  await clone(db, 'commands', sql`original.id = ${firsts.commandId}`, counts.agentsOfOne * counts.waitingOfOne, {
    id: withNumber('command-'),
    batch_id: sql`'batch-' || cast(1 + ${copyNumber} % ${sql.lit(counts.waitingOfOne)} as text)`,
    agent_id: sql`'agent-' || cast(1 + ${copyNumber} % ${sql.lit(counts.agentsOfOne - 1)} as text)`,
  })
  await clone(db, 'commands', sql`original.id = ${firsts.commandId}`, counts.agentsOfOne * counts.wrongOfOne, {
    id: withNumber('wrong-'),
    batch_id: sql`'batch-' || cast(1 + ${copyNumber} % ${sql.lit(counts.waitingOfOne)} as text)`,
    agent_id: sql`'agent-' || cast(1 + ${copyNumber} % ${sql.lit(counts.agentsOfOne - 1)} as text)`,
    status: sql`'expired'`,
    is_open: sql`0`,
    ended_at: sql`${sql.lit(now)} - ${copyNumber}`,
  })
  for (const [name, count] of [
    ['command-', counts.waitingOfOne],
    ['wrong-', counts.wrongOfOne],
  ] as const) {
    const first = sql`original.command_id = ${firsts.commandId}`
    await clone(db, 'command_steps', first, counts.agentsOfOne * count, { command_id: withNumber(name) })
  }
  await clone(db, 'pages', sql`original.id = ${firsts.pageId}`, counts.pages, {
    id: withNumber('page-'),
    slug: withNumber('page-'),
    sort: copyNumber,
    active: sql`0`,
  })
  for (const [name, widgetId, row] of [
    ['widget-', firsts.widgetId, 0],
    ['agent-widget-', firsts.agentWidgetId, 2],
  ] as const) {
    await clone(db, 'widgets', sql`original.id = ${widgetId}`, (counts.pages * counts.widgets) / 2, {
      id: withNumber(name),
      page_id: sql`'page-' || cast(1 + ${copyNumber} % ${sql.lit(counts.pages)} as text)`,
      x: sql`${copyNumber} / ${sql.lit(counts.pages)} % 5`,
      y: sql`${sql.lit(row)} + ${copyNumber} / ${sql.lit(counts.pages)} / 5 % 2`,
      w: sql`1`,
      h: sql`1`,
      config: sql`${largeConfig}`,
    })
  }
  await clone(db, 'sessions', sql`original.id = ${firsts.sessionId}`, counts.sessions, { id: withNumber('session-') })
  await clone(db, 'audit', sql`original.actor_id = ${memberId} and original.action = 'auth.login'`, counts.audit, {
    id: sql`original.id || cast(${copyNumber} as text)`,
    at: sql`original.at - ${copyNumber}`,
  })
}

/** Name that repeats one word, which all agents' names have. */
export const manyWords = Array.from({ length: 9 }, () => 'machine').join(' ')

/** Adds the maximum of the member's agents. The other accounts share the rest of the house's maximum. */
async function addAgents(db: Db, { agentId }: Firsts, counts: Counts): Promise<void> {
  const { last } = await db
    .selectFrom('agents')
    .select(({ fn }) => fn.max('ref').as('last'))
    .executeTakeFirstOrThrow()
  const add = (name: string, from: number, count: number, owner = sql`original.owner_id`) =>
    clone(db, 'agents', sql`original.id = ${agentId}`, count, {
      id: withNumber(`${name}-`),
      ref: sql`${sql.lit(from)} + ${copyNumber}`,
      owner_id: owner,
      name: withNumber(`${manyWords} `),
      name_key: withNumber(`${manyWords} `),
      search: withNumber(`${manyWords} `),
      status: sql`'offline'`,
      tags: sql`'["tag-' || cast(${copyNumber} % 50 as text) || '","tag"]'`,
      token_hash: withNumber(`${name}-`),
      created_at: sql`original.created_at - ${copyNumber}`,
    })
  await add('agent', Number(last), counts.agentsOfOne - 1)
  const owner = sql`'user-' || cast(1 + ${copyNumber} % ${sql.lit(counts.accounts)} as text)`
  await add('others', Number(last) + counts.agentsOfOne, counts.agents - counts.agentsOfOne, owner)
  await db
    .insertInto('meta')
    .values({ key: 'agents.last_ref', value: String(Number(last) + counts.agents) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
    .execute()
}
