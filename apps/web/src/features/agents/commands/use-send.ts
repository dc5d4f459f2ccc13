import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type CommandInput, sendCommand } from '#web/features/agents/commands/commands.queries.ts'

const KEY_BYTES = 16

/**
 * Sends a command once, even with retries. An unchanged command keeps its idempotency key, so a retry after a lost
 * answer is no second command.
 */
export function useSend(onSent: (batchId: string | undefined) => void) {
  const send = useMutation(sendCommand)
  const lastSent = useRef({ text: '', key: '' })
  return {
    isPending: send.isPending,
    error: send.error,
    /** Removes the error of the last attempt. */
    clearError: send.reset,
    submit(body: CommandInput): void {
      const text = JSON.stringify(body)
      if (lastSent.current.text !== text) lastSent.current = { text, key: newKey() }
      // Another server may return no id to follow.
      send.mutate(
        { body, key: lastSent.current.key },
        { onSuccess: (sent?: { batchId?: string }) => onSent(sent?.batchId) },
      )
    },
  }
}

/** Random key. `crypto.randomUUID` needs a secure context, and the client may run on plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
