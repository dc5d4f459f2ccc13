import { ADMIN_SCOPES, SCOPES, type Scope } from '@atalaya/contract/scopes'
import { useId } from 'react'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { FieldError } from '#web/components/ui/field-error.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

type ScopeFieldsProps = { chosen: Scope[]; error: string | undefined; onChange: (chosen: Scope[]) => void }

/** Scopes of a token; only administrators see the scopes reserved for them. */
export function ScopeFields({ chosen, error, onChange }: ScopeFieldsProps) {
  const id = useId()
  const isAdministrator = isAdmin(useSession()?.user)
  const offered = (Object.keys(SCOPES) as Scope[]).filter((scope) => isAdministrator || !ADMIN_SCOPES.includes(scope))
  const choose = (scope: Scope, isChosen: boolean) =>
    onChange(offered.filter((candidate) => (candidate === scope ? isChosen : chosen.includes(candidate))))
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">It may</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {offered.map((scope) => (
          <div key={scope} className="flex items-start gap-2">
            <Checkbox
              id={`${id}-${scope}`}
              className="mt-0.5"
              checked={chosen.includes(scope)}
              onCheckedChange={(checked) => choose(scope, checked === true)}
            />
            <Label htmlFor={`${id}-${scope}`} className="font-normal leading-snug">
              {SCOPES[scope]}
            </Label>
          </div>
        ))}
      </div>
      {error && (
        <FieldError id={`${id}-error`} className="mt-1.5">
          {error}
        </FieldError>
      )}
    </fieldset>
  )
}
