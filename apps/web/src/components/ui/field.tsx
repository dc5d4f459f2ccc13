import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { FieldError } from '#web/components/ui/field-error.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type ControlProps = { id?: string; 'aria-invalid'?: boolean; 'aria-describedby'?: string }

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
  /** The one control of this field; it receives its id and descriptions. */
  children: ReactElement<ControlProps>
}

/** Label, control, hint and error, linked for screen readers, too. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const generated = useId()
  const id = children.props.id ?? generated
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <Label htmlFor={id}>{label}</Label>
      {cloneElement(children, {
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-muted-foreground text-xs">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
