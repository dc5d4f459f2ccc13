import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from '#web/components/ui/input.tsx'
import { cn } from '#web/lib/looks/cn.ts'

/** A password field with a show/hide toggle. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input type={isShown ? 'text' : 'password'} className={cn('pr-10 pointer-coarse:pr-11', className)} {...props} />
      <button
        type="button"
        className="absolute inset-y-0 right-0 grid w-9 pointer-coarse:w-11 place-items-center rounded-md text-muted-foreground hover:text-foreground"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
      </button>
    </div>
  )
}
