import type { Kysely, Transaction } from 'kysely'
import type { AccountsSchema } from './schema-accounts.ts'
import type { AlertsSchema } from './schema-alerts.ts'
import type { CommandsSchema } from './schema-commands.ts'
import type { CredentialsSchema } from './schema-credentials.ts'
import type { DisplaysSchema } from './schema-displays.ts'
import type { FleetSchema } from './schema-fleet.ts'
import type { IntegrationsSchema } from './schema-integrations.ts'
import type { ModulesSchema } from './schema-modules.ts'

/**
 * The tables, in one shape for SQLite and PostgreSQL. Ids and JSON are text, instants are milliseconds since 1970,
 * flags are 0 or 1. Columns are snake_case here and nowhere else.
 */
export type Schema = AccountsSchema &
  AlertsSchema &
  CommandsSchema &
  CredentialsSchema &
  DisplaysSchema &
  FleetSchema &
  IntegrationsSchema &
  ModulesSchema & {
    /** Lock row of an account. Changes of its list of pages write it first, so that they run one at a time. */
    page_lists: { user_id: string; version: number }
    pages: PagesTable
    widgets: WidgetsTable
  }

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type PagesTable = {
  id: string
  user_id: string
  name: string
  slug: string
  description: string
  sort: number
  active: number
  version: number
  created_at: number
  deleted_at: number | null
}

export type WidgetsTable = {
  id: string
  page_id: string
  /** The module's metadata when it was installed, as JSON: shown when the module has left the catalogue. */
  meta: string
  config: string
  x: number
  y: number
  w: number
  h: number
}
