import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddForm } from '#web/components/catalogue/add-form.tsx'
import { useAdding } from '#web/components/catalogue/adding.ts'
import { applyFilters, type Filters } from '#web/components/catalogue/filters.ts'
import { ModuleSkeletons } from '#web/components/catalogue/module-grid.tsx'
import { ModulePicker } from '#web/components/catalogue/module-picker.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { installModule } from '#web/features/boards/boards.queries.ts'
import { catalogueQuery } from '#web/lib/catalogue.ts'
import { preferencesQuery } from '#web/lib/preferences.ts'

type AddModuleDialogProps = { page: Page; onAdded: (module: InstalledModule) => void; onClose: () => void }

/** Adds a module to the page: pick one as in the marketplace, then fill in its form. */
export function AddModuleDialog({ page, onAdded, onClose }: AddModuleDialogProps) {
  const [chosen, setChosen] = useState<ModuleMeta | null>(null)
  const { mutateAsync } = useMutation(installModule(useQueryClient()))
  const adding = useAdding(async (install) => onAdded((await mutateAsync(install)).module), onClose)
  // Clears the error of the module that was chosen before.
  const onBack = () => {
    adding.reset()
    setChosen(null)
  }
  return (
    <TypingDialog className={chosen ? 'max-w-3xl' : 'max-w-5xl'} isBusy={adding.isPending} onClose={onClose}>
      {chosen ? (
        <AddForm module={chosen} pages={[page]} isOnPage adding={adding}>
          <Button variant="secondary" disabled={adding.isPending} onClick={onBack}>
            Back
          </Button>
        </AddForm>
      ) : (
        <>
          <DialogHeader>
            <DialogTitle>Add module</DialogTitle>
            <DialogDescription>It takes the first free place on “{page.name}”.</DialogDescription>
          </DialogHeader>
          <Catalogue onAdd={setChosen} />
        </>
      )}
    </TypingDialog>
  )
}

const NO_FILTERS: Filters = { q: '', category: '', size: '' }

function Catalogue({ onAdd }: { onAdd: (module: ModuleMeta) => void }) {
  const { data: modules, isError } = useQuery(catalogueQuery)
  // Waits for the recently used modules: they appear above the cards, which would jump.
  const { isPending } = useQuery(preferencesQuery)
  const [filters, setFilters] = useState(NO_FILTERS)
  if (isError && !modules) return <Alert>Could not load the catalogue</Alert>
  if (!modules || isPending) return <ModuleSkeletons />
  return (
    <ModulePicker
      modules={modules}
      found={applyFilters(modules, filters)}
      filters={filters}
      onFilters={(changed) => setFilters((old) => ({ ...old, ...changed }))}
      onAdd={onAdd}
    />
  )
}
