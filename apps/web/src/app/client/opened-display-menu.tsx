import { Maximize, RotateCw } from 'lucide-react'
import type { ComponentProps } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'

export function OpenedDisplayMenu({ button }: { button: ComponentProps<'button'> }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => window.location.reload()}>
          <RotateCw aria-hidden />
          Reload Page
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={toggleFullscreen}>
          <Maximize aria-hidden />
          Toggle Fullscreen
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function toggleFullscreen() {
  // A browser may refuse; nothing can be done about that.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}
