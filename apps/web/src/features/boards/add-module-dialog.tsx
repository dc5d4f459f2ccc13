import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { installModule } from '#web/features/boards/boards.queries.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'

const FORM = 'add-module'

/** Puts a module of the catalogue on the page: choose one, fill in its form. */
export function AddModuleDialog({ page, onClose }: { page: Page; onClose: () => void }) {
  const [chosen, setChosen] = useState<ModuleMeta | null>(null)
  const install = useMutation(installModule(useQueryClient()))
  const onSave = (config: WidgetConfig) => {
    if (chosen) install.mutate({ pageId: page._id, moduleId: chosen.id, config }, { onSuccess: onClose })
  }
  return (
    <TypingDialog isBusy={install.isPending} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>{chosen ? `Add ${chosen.name}` : 'Add module'}</DialogTitle>
        <DialogDescription>
          {chosen?.description ?? `It takes the first free place on “${page.name}”.`}
        </DialogDescription>
      </DialogHeader>
      {chosen ? (
        <SchemaForm id={FORM} schema={chosen.configSchema} moduleId={chosen.id} config={{}} onSave={onSave} />
      ) : (
        <Catalogue onChoose={setChosen} />
      )}
      {install.error && <Alert>{install.error.message}</Alert>}
      {chosen && (
        <DialogFooter>
          <Button variant="secondary" onClick={() => setChosen(null)} disabled={install.isPending}>
            Back
          </Button>
          <Button type="submit" form={FORM} busy={install.isPending}>
            Save
          </Button>
        </DialogFooter>
      )}
    </TypingDialog>
  )
}

function Catalogue({ onChoose }: { onChoose: (module: ModuleMeta) => void }) {
  const { data: modules, isError } = useQuery(catalogueQuery)
  if (isError && !modules) return <Alert>Could not load the catalogue</Alert>
  if (!modules) return <Skeleton className="h-32" />
  return (
    <ul className="grid max-h-96 grid-cols-1 gap-1 overflow-y-auto">
      {modules.map((module) => (
        <li key={module.id}>
          <button
            type="button"
            onClick={() => onChoose(module)}
            className="flex w-full items-center gap-3 rounded-md px-3 py-2 text-left hover:bg-accent"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{module.name}</span>
              {module.description && (
                <span className="line-clamp-2 text-muted-foreground text-sm">{module.description}</span>
              )}
            </span>
            <span className="shrink-0 text-muted-foreground text-sm tabular-nums">
              {module.size.width} × {module.size.height}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
