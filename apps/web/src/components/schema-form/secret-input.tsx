import { SECRET_MASK } from '@atalaya/contract/dashboard'
import { PasswordInput } from '#web/components/ui/password-input.tsx'

type SecretInputProps = { name: string; value: string; onChange: (value: string) => void; id?: string }

/** A secret can be set and replaced but never read: the server sends a mask. */
export function SecretInput({ name, value, onChange, ...field }: SecretInputProps) {
  const isSaved = value === SECRET_MASK
  return (
    <PasswordInput
      name={name}
      value={isSaved ? '' : value}
      placeholder={isSaved ? 'Saved. Type to replace it.' : undefined}
      autoComplete="new-password"
      onChange={({ target }) => onChange(target.value)}
      {...field}
    />
  )
}
