import type { Capability } from '@atalaya/contract/capability'
import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { AllowLines } from '#web/features/agents/commands/allow-lines.tsx'
import { meaningOf } from '#web/features/agents/commands/known-commands.ts'

type CommandFieldProps = {
  /** Capabilities that the machine reported; empty if several machines are addressed. */
  offered: readonly Capability[]
  typed: string
  onType: (command: string) => void
  error: string | undefined
}

/** Name of the command, with its meaning as a hint. For one agent, suggests the machine's capabilities. */
export function CommandField({ offered, typed, onType, error }: CommandFieldProps) {
  const listId = useId()
  const isRefused = typed !== '' && offered.length > 0 && !offered.some(({ name }) => name.startsWith(typed))
  return (
    <>
      <Field
        label="Command"
        error={error}
        hint={
          isRefused
            ? `This machine does not offer ${typed}: its owner has to allow it there first`
            : (meaningOf(typed) ?? offered.find(({ name }) => name === typed)?.description)
        }
      >
        <Input
          name="command"
          list={listId}
          placeholder="restart, update, ..."
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed}
          onChange={(event) => onType(event.target.value.trim())}
        />
      </Field>
      {isRefused && <AllowLines command={typed} />}
      <datalist id={listId}>
        {offered.map(({ name, description }) => (
          <option key={name} value={name}>
            {description}
          </option>
        ))}
      </datalist>
    </>
  )
}
