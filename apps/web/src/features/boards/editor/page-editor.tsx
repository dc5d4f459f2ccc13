import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { LayoutGrid, Plus, Redo2, Undo2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { addedText, removedText } from '#web/features/boards/editor/announcements.ts'
import { GridEditor } from '#web/features/boards/editor/grid-editor.tsx'
import type { TileAction } from '#web/features/boards/editor/tile-actions.ts'
import { type SaveState, useBoard } from '#web/features/boards/editor/use-board.ts'
import { usePageName } from '#web/lib/looks/page-name.ts'
import { notify } from '#web/lib/notify.ts'
import { spokenAnew } from '#web/lib/spoken-anew.ts'
import { useCommandPaletteRequest } from '#web/lib/use-palette-request.ts'
import { useStable } from '#web/lib/use-stable.ts'

// Lazy: each loads when it is first opened.
const AddModuleDialog = lazy(() =>
  import('#web/features/boards/editor/add-module-dialog.tsx').then((m) => ({ default: m.AddModuleDialog })),
)
const CopyDialog = lazy(() =>
  import('#web/features/boards/editor/copy-dialog.tsx').then((m) => ({ default: m.CopyDialog })),
)
const MoveDialog = lazy(() =>
  import('#web/features/boards/editor/move-dialog.tsx').then((m) => ({ default: m.MoveDialog })),
)
const WidgetConfigDialog = lazy(() =>
  import('#web/features/boards/editor/widget-config-dialog.tsx').then((m) => ({ default: m.WidgetConfigDialog })),
)

type Open = { kind: 'add' } | { kind: 'move' | 'configure' | 'copy'; module: InstalledModule }

/** Size of a thumb's touch target, on a phone. */
const TOUCH_SIZE = 'max-sm:size-11'

/** Selected page: its grid and the toolbar. */
export function PageEditor({ page }: { page: Page }) {
  const { shownPage, refused, state, edit, undo, redo } = useBoard(page)
  usePageName(page.name)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const [announcement, setAnnouncement] = useState('')
  const announce = (text: string) => setAnnouncement((last) => spokenAnew(last, text))
  const addButton = useRef<HTMLButtonElement>(null)
  useUndoKeys(undo, redo)
  useCommandPaletteRequest('add-module', () => setOpen({ kind: 'add' }))

  function onAction(action: TileAction) {
    const { module } = action
    if (action.kind === 'remove') {
      // Focuses the add button for keyboard users: the pressed button disappears with its widget.
      addButton.current?.focus()
      edit({ kind: 'remove', id: module._id })
      announce(removedText(module.meta.name))
    } else if (action.kind === 'save-config') edit({ kind: 'configure', id: module._id, config: action.config })
    else setOpen({ kind: action.kind, module })
  }

  return (
    <section aria-label={`Modules of ${page.name}`} className="grid grid-cols-1 gap-3">
      <div className="flex max-w-[1024px] flex-wrap items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold text-lg">{page.name}</h2>
        <SaveNote state={state} />
        <div className="ml-auto flex items-center gap-1">
          <Button
            variant="ghost"
            size="icon-sm"
            className={TOUCH_SIZE}
            aria-label="Undo"
            title="Undo (Ctrl+Z)"
            disabled={!undo}
            onClick={undo ?? undefined}
          >
            <Undo2 aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            className={TOUCH_SIZE}
            aria-label="Redo"
            title="Redo (Ctrl+Shift+Z)"
            disabled={!redo}
            onClick={redo ?? undefined}
          >
            <Redo2 aria-hidden />
          </Button>
          <Button
            ref={addButton}
            variant="secondary"
            size="sm"
            className="max-sm:h-11"
            onClick={() => setOpen({ kind: 'add' })}
          >
            <Plus aria-hidden />
            Add module
          </Button>
        </div>
      </div>
      <div className="relative max-w-[1024px]">
        <GridEditor page={shownPage} refused={refused} onEdit={edit} onAction={onAction} />
        {shownPage.modules.length === 0 && <EmptyNote />}
      </div>
      <Suspense>
        {open?.kind === 'add' && (
          <AddModuleDialog page={page} onClose={close} onAdded={(added) => announce(addedText(added))} />
        )}
        {open?.kind === 'copy' && (
          <CopyDialog
            module={open.module}
            page={shownPage}
            onClose={close}
            onCopied={({ _id, name }) => {
              close()
              if (_id !== page._id) void notify('success', `Copied to ${name}`)
            }}
          />
        )}
        {open?.kind === 'move' && (
          <MoveDialog
            module={open.module}
            modules={shownPage.modules}
            onClose={close}
            onMove={(position) => {
              edit({ kind: 'place', places: [{ id: open.module._id, ...position }] })
              close()
            }}
          />
        )}
        {open?.kind === 'configure' && (
          <WidgetConfigDialog
            module={shownPage.modules.find(({ _id }) => _id === open.module._id) ?? open.module}
            onClose={close}
            onSave={(config) => {
              edit({ kind: 'configure', id: open.module._id, config })
              close()
            }}
          />
        )}
      </Suspense>
      {/* An open dialog hides all else from screen readers, except elements with `aria-live`. */}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}

const notes: Record<SaveState, string> = { idle: '', saving: 'Saving…', saved: 'Saved', refused: 'Not saved' }

function SaveNote({ state }: { state: SaveState }) {
  const color = state === 'refused' ? 'text-destructive-text' : 'text-muted-foreground'
  return (
    <p role="status" className={`text-sm ${color}`}>
      {notes[state]}
    </p>
  )
}

function EmptyNote() {
  return (
    <div className="pointer-events-none absolute inset-0 grid place-content-center justify-items-center gap-2 p-6 text-center text-muted-foreground">
      <LayoutGrid className="size-6" aria-hidden />
      {/* Background, because the grid lines would cross the text. */}
      <p className="rounded-md bg-background px-2">This dashboard has no modules.</p>
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

/** Undo by Ctrl+Z, redo by Ctrl+Shift+Z or Ctrl+Y; on a Mac with the command key. Text fields keep their own undo. */
function useUndoKeys(undo: (() => void) | null, redo: (() => void) | null) {
  const onKey = useStable((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
    if (!isRedo && key !== 'z') return
    event.preventDefault()
    const act = isRedo ? redo : undo
    act?.()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onKey])
}
