import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { sendCommand, type TypedCommand } from '#web/features/agents/commands/commands.queries.ts'

const KEY_BYTES = 16

/**
 * Sends a command once, however often it is tried: the very same one carries the same key until the server has
 * answered, so a repetition after a lost answer is not a second command.
 */
export function useSend(onSent: (batchId: string | undefined) => void) {
  const send = useMutation(sendCommand)
  const last = useRef({ text: '', key: '' })
  return {
    isPending: send.isPending,
    error: send.error,
    submit(body: TypedCommand): void {
      const text = JSON.stringify(body)
      if (last.current.text !== text) last.current = { text, key: newKey() }
      // Another server may name no sending to follow.
      send.mutate(
        { body, key: last.current.key },
        { onSuccess: (sent?: { batchId?: string }) => onSent(sent?.batchId) },
      )
    },
  }
}

/** `crypto.randomUUID` is not there on plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
