import { type Kysely, sql } from 'kysely'
import { countingKey } from '../dialect.ts'

/** Rules and their states, incidents, recipients and messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addRules(db)
  await addIncidents(db)
  await addChannels(db)
  await addMessages(db)
  for (const text of [
    'create index alert_states_agent on alert_states (agent_ref)',
    'create index commands_restarts on commands (agent_id, sent_at) where proof is not null',
    'create index alert_rules_owner on alert_rules (owner_id)',
    'create index alert_incidents_open on alert_incidents (owner_id, seq) where ended_at is null',
    'create index alert_incidents_ended on alert_incidents (owner_id, ended_at, seq)',
    'create index alert_incidents_firing on alert_incidents (seq) where ended_at is null',
    'create index alert_incidents_over on alert_incidents (ended_at) where ended_at is not null',
    'create index alert_incidents_rule on alert_incidents (rule_id)',
    'create index alert_members_agent on alert_members (agent_ref, fired_at)',
    'create index alert_members_open on alert_members (agent_ref) where cleared_at is null',
    'create index alert_silences_owner on alert_silences (owner_id)',
    'create index alert_silences_created on alert_silences (created_at)',
    'create index alert_notices_due on alert_notices (due_at)',
    'create index alert_notices_incident on alert_notices (incident_id)',
    'create index alert_channels_user on alert_channels (user_id)',
    `create index alert_messages_due on alert_messages (due_at) where state in ('waiting', 'held', 'sending')`,
    'create index alert_messages_created on alert_messages (created_at)',
    'create index alert_messages_user on alert_messages (user_id, seq)',
    'create index alert_messages_incident on alert_messages (incident_id)',
    'create index alert_messages_channel on alert_messages (channel_id)',
  ]) {
    await sql.raw(text).execute(db)
  }
}

async function addRules(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_rules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('author', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('selector', 'text', (c) => c.notNull())
    .addColumn('condition', 'text', (c) => c.notNull())
    .addColumn('for_s', 'integer', (c) => c.notNull())
    .addColumn('clear', 'text', (c) => c.notNull())
    .addColumn('escalation', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('alert_states')
    .addColumn('rule_id', 'text', (c) => c.notNull().references('alert_rules.id').onDelete('cascade'))
    .addColumn('agent_ref', 'integer', (c) => c.notNull().references('agents.ref').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('fires', 'integer', (c) => c.notNull())
    .addColumn('incident_id', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_states_key', ['rule_id', 'agent_ref'])
    .execute()
}

async function addIncidents(db: Kysely<unknown>): Promise<void> {
  const key = countingKey(db)
  await db.schema
    .createTable('alert_incidents')
    .addColumn('seq', key.type, key.build)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('rule_id', 'text', (c) => c.references('alert_rules.id').onDelete('set null'))
    .addColumn('rule_name', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('agent_id', 'text')
    .addColumn('agent_name', 'text', (c) => c.notNull())
    .addColumn('firing', 'integer', (c) => c.notNull())
    .addColumn('agents', 'integer', (c) => c.notNull())
    .addColumn('behind', 'integer', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('opened_clock', 'bigint', (c) => c.notNull())
    .addColumn('joined_clock', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_because', 'text')
    .addColumn('acknowledged_by', 'text')
    .addColumn('acknowledged_at', 'bigint')
    .execute()
  await db.schema
    .createTable('alert_members')
    .addColumn('incident_id', 'text', (c) => c.notNull().references('alert_incidents.id').onDelete('cascade'))
    .addColumn('agent_ref', 'integer', (c) => c.notNull())
    .addColumn('agent_id', 'text', (c) => c.notNull())
    .addColumn('agent_name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('is_behind', 'integer', (c) => c.notNull())
    .addColumn('fired_at', 'bigint', (c) => c.notNull())
    .addColumn('cleared_at', 'bigint')
    .addPrimaryKeyConstraint('alert_members_key', ['incident_id', 'agent_ref'])
    .execute()
  await db.schema
    .createTable('alert_silences')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('owner_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('target_kind', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('target_name', 'text', (c) => c.notNull())
    .addColumn('until', 'bigint')
    .addColumn('times', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('by_id', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('alert_notices')
    .addColumn('seq', key.type, key.build)
    .addColumn('incident_id', 'text', (c) => c.notNull().references('alert_incidents.id').onDelete('cascade'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('step', 'integer')
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function addChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_channels')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('tells_end', 'integer', (c) => c.notNull())
    .addColumn('shown', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text')
    .addColumn('place_hash', 'text', (c) => c.notNull())
    .addColumn('last_at', 'bigint')
    .addColumn('last_is_good', 'integer')
    .addColumn('last_text', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('alert_channels_place', ['user_id', 'place_hash'])
    .execute()
  await db.schema
    .createTable('alert_choices')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('body', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('alert_senders')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text')
    .execute()
}

async function addMessages(db: Kysely<unknown>): Promise<void> {
  const key = countingKey(db)
  await db.schema
    .createTable('alert_messages')
    .addColumn('seq', key.type, key.build)
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('notice_key', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('channel_id', 'text', (c) => c.references('alert_channels.id').onDelete('set null'))
    .addColumn('channel_kind', 'text')
    .addColumn('channel_name', 'text')
    .addColumn('incident_id', 'text', (c) => c.references('alert_incidents.id').onDelete('set null'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('perhaps_twice', 'integer', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('holder', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}
