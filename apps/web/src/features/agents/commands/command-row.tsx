import type { Command } from '@atalaya/contract/commands'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { COMMAND_LOOKS, isFailure, isFinal } from '#web/features/agents/commands/command-status.ts'
import { cancelCommand } from '#web/features/agents/commands/commands.queries.ts'

/** Limits of an output that is shown unfolded, in characters and lines. */
const SHORT_LENGTH = 400
const SHORT_LINES = 6

type CommandRowProps = {
  command: Command
  /** Command name in an agent's history; agent name in a batch's results. */
  title: string
  /** Link target of the title. */
  to?: string | undefined
  /** Folds the output, except that of failures. */
  isBrief?: boolean
}

const argsText = (args: Command['args']) => (Object.keys(args).length > 0 ? JSON.stringify(args) : '')

/** One command of one agent: status, reason and output. */
export function CommandRow({ command, title, to, isBrief = false }: CommandRowProps) {
  const { label, tone, sign } = COMMAND_LOOKS[command.status]
  const isOpen = !isFinal(command.status)
  const args = argsText(command.args)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 truncate font-medium">
          {to ? (
            <Link to={to} className="rounded-sm hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        {args && <code className="min-w-0 truncate font-mono text-muted-foreground text-xs">{args}</code>}
        <span className="flex-1" />
        {command.exitCode !== null && command.exitCode !== 0 && (
          <span className="text-muted-foreground text-xs">exit {command.exitCode}</span>
        )}
        <RelativeTime at={command.createdAt} fallback="" className="text-muted-foreground text-xs" />
        <StatusBadge tone={tone} sign={sign} isLive={isOpen}>
          {label}
        </StatusBadge>
        {isOpen && command.status !== 'cancelling' && <CancelButton command={command} agent={to ? title : undefined} />}
      </div>
      {command.reason && <p className="text-muted-foreground text-sm">{command.reason}</p>}
      {command.output && (
        <Output
          output={command.output}
          isCut={command.truncated}
          isOpen={(!isBrief || isFailure(command.status)) && isShort(command.output)}
        />
      )}
    </li>
  )
}

/** True if the output can be shown unfolded. */
const isShort = (output: string) => output.length < SHORT_LENGTH && output.split('\n').length <= SHORT_LINES

function Output({ output, isCut, isOpen }: { output: string; isCut: boolean; isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary className="w-fit text-muted-foreground text-xs hover:text-foreground">Output{isCut && ', cut'}</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        className="mt-1 max-h-72 overflow-auto rounded-md bg-muted px-3 py-2 font-mono text-xs leading-5"
      >
        {output}
      </pre>
    </details>
  )
}

function CancelButton({ command, agent }: { command: Command; agent: string | undefined }) {
  const cancel = useMutation(cancelCommand)
  return (
    <Button
      variant="ghost"
      size="sm"
      className="h-6 px-2"
      busy={cancel.isPending}
      aria-label={agent ? `Cancel ${command.command} on ${agent}` : `Cancel ${command.command}`}
      onClick={() => cancel.mutate(command.commandId)}
    >
      Cancel
    </Button>
  )
}
