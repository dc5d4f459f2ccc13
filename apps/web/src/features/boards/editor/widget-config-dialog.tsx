import type { InstalledModule, WidgetConfig } from '@atalaya/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { catalogueQuery } from '#web/lib/catalogue.ts'

const FORM = 'widget-config'

type WidgetConfigDialogProps = {
  module: InstalledModule
  onSave: (config: WidgetConfig) => void
  onClose: () => void
}

/** Edits a widget's configuration by the schema that the catalogue has for its module. */
export function WidgetConfigDialog({ module: { _id, meta, config }, onSave, onClose }: WidgetConfigDialogProps) {
  const { data: catalogue, isError } = useQuery(catalogueQuery)
  const known = catalogue?.find(({ id }) => id === meta.id)
  return (
    <TypingDialog onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Edit {meta.name}</DialogTitle>
        <DialogDescription>{meta.description ?? 'Configuration of this module'}</DialogDescription>
      </DialogHeader>
      {isError && <p role="alert">Could not load the catalogue</p>}
      {known && (
        <SchemaForm
          {...{ id: FORM, schema: known.configSchema, moduleId: known.id, widgetId: _id, config }}
          onSave={onSave}
        />
      )}
      {catalogue && !known && <p>This module is no longer in the catalogue.</p>}
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} disabled={!known} lang="es">
          Guardar
        </Button>
      </DialogFooter>
    </TypingDialog>
  )
}
