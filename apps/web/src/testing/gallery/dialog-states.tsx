import { useState } from 'react'
import { toast } from 'sonner'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#web/components/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#web/components/ui/popover.tsx'
import { Toaster } from '#web/components/ui/toaster.tsx'
import { Tooltip } from '#web/components/ui/tooltip.tsx'

type DialogState = 'plain' | 'busy' | 'failed'

function Confirmations() {
  const [state, setState] = useState<DialogState | null>(null)
  return (
    <>
      <Button variant="secondary" onClick={() => setState('plain')}>
        Confirm
      </Button>
      <Button variant="secondary" onClick={() => setState('busy')}>
        Confirm, busy
      </Button>
      <Button variant="secondary" onClick={() => setState('failed')}>
        Confirm, failed
      </Button>
      {state && (
        <ConfirmDialog
          title="Delete page"
          description="This action cannot be undone."
          confirmText="Delete"
          busyText="Eliminando..."
          isDestructive
          isBusy={state === 'busy'}
          error={state === 'failed' ? 'Could not delete the page' : undefined}
          onConfirm={() => setState(null)}
          onClose={() => setState(null)}
        />
      )}
    </>
  )
}

function Menu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="secondary">Menu</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>Edit</DropdownMenuItem>
        <DropdownMenuSub>
          <DropdownMenuSubTrigger>More</DropdownMenuSubTrigger>
          <DropdownMenuSubContent>
            <DropdownMenuItem>Deeper</DropdownMenuItem>
          </DropdownMenuSubContent>
        </DropdownMenuSub>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive">Delete</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Toasts() {
  return (
    <>
      <Button variant="secondary" onClick={() => toast.success('Usuario actualizado')}>
        Toast
      </Button>
      <Button variant="secondary" onClick={() => toast.error('Failed to send command')}>
        Error toast
      </Button>
      <Button variant="secondary" onClick={() => toast.loading('Sending...')}>
        Loading toast
      </Button>
      <Toaster />
    </>
  )
}

export function DialogStates() {
  return (
    <div className="flex flex-wrap gap-2">
      <Confirmations />
      <Dialog>
        <DialogTrigger asChild>
          <Button variant="secondary">Dialog</Button>
        </DialogTrigger>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>Edit Agent</DialogTitle>
            <DialogDescription>A merge patch of name and tags.</DialogDescription>
          </DialogHeader>
          <DialogFooter>
            <Button>Save</Button>
          </DialogFooter>
        </DialogContent>
      </Dialog>
      <Menu />
      <Popover>
        <PopoverTrigger asChild>
          <Button variant="secondary">Popover</Button>
        </PopoverTrigger>
        <PopoverContent>Anything</PopoverContent>
      </Popover>
      <Tooltip content="Short explanation">
        <Button variant="secondary">Tooltip</Button>
      </Tooltip>
      <Toasts />
    </div>
  )
}
