import { defaultsOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { widgetSize } from '@atalaya/contract/grid'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { useMutation } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { ModulePreview } from '#web/components/widget/module-preview.tsx'
import { fitOn, pageFor } from '#web/components/catalogue/fit.ts'
import { PageFit } from '#web/components/catalogue/page-fit.tsx'
import { permissionTexts } from '#web/components/catalogue/permissions.ts'
import { notify } from '#web/lib/notify.ts'

const FORM = 'add-module'

/** What puts a module on a page; the boards know how. Rejects with the reason. */
export type Install = (chosen: { pageId: string; moduleId: string; config: WidgetConfig }) => Promise<unknown>

type AddDialogProps = { module: ModuleMeta; pages: readonly Page[]; install: Install; onClose: () => void }

/** Adds a module to a page: its form, the page, and how it will look there. */
export function AddDialog({ module, pages, install, onClose }: AddDialogProps) {
  const [pageId, setPageId] = useState(() => pageFor(pages, module)?._id ?? '')
  const [edited, setEdited] = useState(() => defaults(module))
  const config = useDeferredValue(edited)
  const navigate = useNavigate()
  const page = pages.find(({ _id }) => _id === pageId)
  const saving = useMutation({ mutationFn: install, onSuccess: added, meta: { error: false } })
  const fit = page && fitOn(page, module, config)

  function added() {
    const onClick = () => void navigate(`/dashboard?page=${pageId}`)
    void notify('success', `Added to ${page?.name}`, { action: { label: 'Show page', onClick } })
    onClose()
  }

  return (
    <TypingDialog className="max-w-3xl" isBusy={saving.isPending} onClose={onClose}>
      <DialogHeader>
        <DialogTitle>Add {module.name}</DialogTitle>
        <DialogDescription>{module.description ?? 'A module for your pages'}</DialogDescription>
      </DialogHeader>
      <ModulePreview module={module} config={config} extent={fit?.size ?? widgetSize(config, module.size)} />
      {module.isSandboxed && <Reach module={module} />}
      <SchemaForm
        id={FORM}
        schema={module.configSchema}
        moduleId={module.id}
        config={{}}
        onEdit={setEdited}
        onSave={(saved) => page && saving.mutate({ pageId, moduleId: module.id, config: saved })}
      />
      {pages.length === 0 ? (
        <p className="text-sm">
          You have no page yet.{' '}
          <Link to="/dashboard" className="text-primary-text underline underline-offset-4">
            Create your first page
          </Link>
        </p>
      ) : (
        <Field label="Add to Page">
          <PagePicker pages={pages} value={pageId} onChange={setPageId} />
        </Field>
      )}
      {fit && page && <PageFit fit={fit} pageName={page.name} />}
      {saving.error && <Alert>{saving.error.message}</Alert>}
      <DialogFooter>
        <Button variant="secondary" disabled={saving.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={FORM} busy={saving.isPending} disabled={!fit?.place}>
          Save
        </Button>
      </DialogFooter>
    </TypingDialog>
  )
}

/** What a module of others may do once it is on a page. */
function Reach({ module: { permissions } }: { module: ModuleMeta }) {
  const texts = permissionTexts(permissions)
  return (
    <p className="text-muted-foreground text-sm">
      Runs apart from the page. {texts.length === 0 ? 'It reaches nothing beyond its cell.' : `${texts.join('. ')}.`}
    </p>
  )
}

const defaults = ({ configSchema }: ModuleMeta) =>
  (configSchema ? defaultsOf(parseConfigSchema(configSchema)) : {}) as WidgetConfig

type PagePickerProps = { pages: readonly Page[]; value: string; onChange: (pageId: string) => void; id?: string }

function PagePicker({ pages, value, onChange, ...field }: PagePickerProps) {
  return (
    <Select value={value} onValueChange={onChange}>
      <SelectTrigger {...field}>
        <SelectValue placeholder="Choose a page…" />
      </SelectTrigger>
      <SelectContent>
        {pages.map(({ _id, name }) => (
          <SelectItem key={_id} value={_id}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
