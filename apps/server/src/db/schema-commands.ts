import type { CommandStatus } from '@atalaya/contract/commands'
import type { Generated } from 'kysely'

/** The tables of commands. */
export type CommandsSchema = {
  command_batches: BatchesTable
  commands: CommandsTable
  command_steps: {
    id: Generated<number>
    command_id: string
    at: number
    status: CommandStatus
    attempt: number
    reason: string | null
  }
}

type BatchesTable = {
  id: string
  user_id: string | null
  command: string
  args: string
  total: number
  online: number
  skipped: string
  idempotency_key: string | null
  /** SHA-256 of the request: the same key with another request is refused. */
  request_hash: string
  created_at: number
}

export type CommandsTable = {
  /** Commands of an agent run in this order. */
  seq: Generated<number>
  id: string
  batch_id: string
  agent_id: string
  command: string
  args: string
  status: CommandStatus
  /** 0 once the status is final. */
  is_open: number
  attempt: number
  /** 1 if it was sent and may not have arrived. */
  doubt: number
  idempotent: number
  /** 1 if it does not wait for the agent's other commands. */
  bypass: number
  /** Value of the agent whose change proves success: its run, boot or version. Null if its report is enough. */
  proof: 'run' | 'boot' | 'version' | null
  timeout_s: number
  not_after: number
  /** Run, boot and version of the agent that it was sent to, as JSON. */
  sent_to: string | null
  sent_at: number | null
  /** Time of the agent's acknowledgement. Its timeout starts here. */
  taken_at: number | null
  started_at: number | null
  ended_at: number | null
  exit_code: number | null
  output: string | null
  truncated: number
  reason: string | null
  created_at: number
  updated_at: number
}
