import { DialogForm } from '#web/components/form-dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { onValues } from '#web/lib/form-values.ts'

type PairCodeFormProps = {
  text: string
  error: string | undefined
  isBusy: boolean
  onFindScreen: (text: string) => void
  onClose: () => void
}

/** Form for the pairing code that a screen shows. */
export function PairCodeForm({ text, error, isBusy, onFindScreen, onClose }: PairCodeFormProps) {
  return (
    <DialogForm
      submitText="Look for it"
      busyText="Looking..."
      isBusy={isBusy}
      noValidate
      onSubmit={onValues(({ code = '' }) => onFindScreen(code))}
      onClose={onClose}
    >
      <Field label="Code" hint="As the screen shows it; capitals and the dash don't matter." error={error}>
        <Input
          name="code"
          defaultValue={text}
          maxLength={128}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="K7PQ-2M4X"
          className="font-mono uppercase placeholder:normal-case"
        />
      </Field>
    </DialogForm>
  )
}
