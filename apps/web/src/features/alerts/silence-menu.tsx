import type { SilenceTarget } from '@atalaya/contract/alert-incidents'
import { useMutation } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { silence } from '#web/features/alerts/alerts.queries.ts'

const HOUR_S = 3600
const DURATIONS = [
  { title: 'For 1 hour', forS: HOUR_S },
  { title: 'For 8 hours', forS: 8 * HOUR_S },
  { title: 'For a week', forS: 7 * 24 * HOUR_S },
]

/** `isFiring`: an alert of the target is firing; offers "Until it is back", too. */
type SilenceMenuProps = { target: SilenceTarget; targetName: string; isFiring?: boolean }

/** Silences a target for a chosen time. */
export function SilenceMenu({ target, targetName, isFiring = false }: SilenceMenuProps) {
  const { mutate, isPending } = useMutation(silence)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" busy={isPending} aria-label={`Silence ${targetName}`}>
          <BellOff aria-hidden />
          Silence
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {DURATIONS.map(({ title, forS }) => (
          <DropdownMenuItem key={forS} onSelect={() => mutate({ target, forS })}>
            {title}
          </DropdownMenuItem>
        ))}
        {isFiring && <DropdownMenuItem onSelect={() => mutate({ target })}>Until it is back</DropdownMenuItem>}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
