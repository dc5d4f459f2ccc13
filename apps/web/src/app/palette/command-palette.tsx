import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PaletteCommand } from '#web/app/palette/commands.ts'
import { addRecent } from '#web/app/palette/recent.ts'
import { type CommandGroup, useCommands } from '#web/app/palette/use-commands.ts'
import { DialogOverlay } from '#web/components/ui/dialog.tsx'
import { useFocusBack } from '#web/components/ui/focus-back.ts'
import { useSession } from '#web/lib/session/session.ts'

type CommandPaletteProps = {
  /** Text that was typed while the palette loaded. */
  typed: string
  onClose: () => void
}

/** Ctrl/Cmd+K: any screen, page, agent and, for administrators, user; and the common actions. */
export function CommandPalette({ typed, onClose }: CommandPaletteProps) {
  const [search, setSearch] = useState(typed)
  const input = useRef<HTMLInputElement>(null)
  const [highlightedId, setHighlighted] = useState('')
  const groups = useCommands(search)
  const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => id))
  const userId = useSession()?.user?._id ?? ''
  const navigate = useNavigate()
  const focus = useFocusBack()

  function onSelect(command: PaletteCommand) {
    addRecent(userId, command.id)
    onClose()
    if ('to' in command) void navigate(command.to, { state: command.request })
    else command.run()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <DialogOverlay />
        <Dialog.Content
          {...focus}
          // Radix would select the text, and the next letter would replace it.
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            event.preventDefault()
            input.current?.focus()
            input.current?.setSelectionRange(search.length, search.length)
          }}
          className="fixed inset-x-3 top-[12svh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border bg-popover shadow-lg outline-none data-[state=open]:animate-rise"
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Dialog.Description className="sr-only">
            Type to find a screen, a page, an agent or an action
          </Dialog.Description>
          <Cmdk
            label="Command palette"
            loop
            shouldFilter={false}
            value={ids.includes(highlightedId) ? highlightedId : (ids[0] ?? '')}
            onValueChange={setHighlighted}
          >
            <div className="flex items-center gap-2.5 border-b px-4">
              <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
              <Cmdk.Input
                ref={input}
                value={search}
                onValueChange={(typed) => {
                  setSearch(typed)
                  setHighlighted('')
                }}
                placeholder="Go to, or do…"
                className="h-12 w-full bg-transparent text-lg outline-none placeholder:text-muted-foreground"
              />
            </div>
            <Cmdk.List className="max-h-[min(24rem,60svh)] overflow-y-auto p-1.5">
              {groups.map((group) => (
                <Group key={group.title} group={group} onSelect={onSelect} />
              ))}
            </Cmdk.List>
            <p role="status" className="text-center text-muted-foreground not-empty:p-8">
              {ids.length === 0 && 'Nothing found.'}
            </p>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group({ group, onSelect }: { group: CommandGroup; onSelect: (command: PaletteCommand) => void }) {
  return (
    <Cmdk.Group
      heading={group.title}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {group.commands.map((command) => {
        const Icon = command.icon
        return (
          <Cmdk.Item
            key={command.id}
            value={command.id}
            onSelect={() => onSelect(command)}
            className="flex h-9 items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-accent"
          >
            <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="truncate">{command.title}</span>
            {command.hint && (
              <span className="ml-auto truncate pl-4 text-muted-foreground text-sm">{command.hint}</span>
            )}
          </Cmdk.Item>
        )
      })}
    </Cmdk.Group>
  )
}
