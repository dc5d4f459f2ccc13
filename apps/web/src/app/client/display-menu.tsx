import { Maximize, RotateCw } from 'lucide-react'
import { DropdownMenuContent, DropdownMenuItem } from '#web/components/ui/dropdown-menu.tsx'

export function DisplayMenu() {
  return (
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
  )
}

function toggleFullscreen() {
  // A browser may refuse; there is nothing to do about it then.
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  done.catch(() => undefined)
}
