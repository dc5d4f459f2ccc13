import { useId } from 'react'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { isSecureUrl, isUpdateKey, type UpdateChoice, type UpdateMode } from '#web/features/agents/install-command.ts'

const MODE_TEXTS: Record<UpdateMode, string> = {
  never: 'Never',
  signed: 'Only when signed with my key',
  always: 'Whenever this server asks',
}

type UpdateChoiceFieldProps = { server: string; value: UpdateChoice; onChange: (choice: UpdateChoice) => void }

/** Update policy of the machine: how it answers when this server wants to replace the agent's program. */
export function UpdateChoiceField({ server, value, onChange }: UpdateChoiceFieldProps) {
  const id = useId()
  const isInsecure = !isSecureUrl(server)
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <Label htmlFor={id}>Updates by this server</Label>
        <Select value={value.mode} onValueChange={(mode) => onChange({ ...value, mode: mode as UpdateMode })}>
          <SelectTrigger id={id} aria-describedby={`${id}-hint`}>
            <SelectValue />
          </SelectTrigger>
          <SelectContent>
            {Object.entries(MODE_TEXTS).map(([mode, text]) => (
              <SelectItem key={mode} value={mode} disabled={mode === 'always' && isInsecure}>
                {text}
                {mode === 'always' && isInsecure && ' (needs https)'}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
        <p id={`${id}-hint`} className="text-muted-foreground text-xs">
          People who may update an agent can run any program on its machine, so the machine itself has the last word.
        </p>
      </div>
      {value.mode === 'signed' && (
        <Field
          label="Public key"
          hint="As npm run agent:sign shows it; the private key need not be on this server"
          error={value.key && !isUpdateKey(value.key) ? 'A public key has 43 letters, digits, - or _' : undefined}
        >
          <Input
            value={value.key}
            onChange={(event) => onChange({ ...value, key: event.target.value.trim() })}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      )}
    </div>
  )
}
