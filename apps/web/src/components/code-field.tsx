import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'

type CodeFieldProps = { hint?: string; autoFocus?: boolean }

/** Field for the six digits of an authenticator app; people may type them in groups. */
export function CodeField({ hint, autoFocus }: CodeFieldProps) {
  return (
    <Field label="Code of your app" hint={hint}>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\s*(\d\s*){6}"
        title="Six digits"
        required
        autoFocus={autoFocus}
      />
    </Field>
  )
}
