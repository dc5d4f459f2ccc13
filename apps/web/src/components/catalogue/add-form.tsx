import { defaultsOf } from '@atalaya/config-schema/fields'
import { parseConfigSchema } from '@atalaya/config-schema/schema'
import type { Page, WidgetConfig } from '@atalaya/contract/dashboard'
import { widgetSize } from '@atalaya/contract/grid'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Adding } from '#web/components/catalogue/adding.ts'
import { type Fit, fitOn, pageFor } from '#web/components/catalogue/fit.ts'
import { PageFit } from '#web/components/catalogue/page-fit.tsx'
import { PagePicker } from '#web/components/catalogue/page-picker.tsx'
import { permissionTexts } from '#web/components/catalogue/permissions.ts'
import { FormError } from '#web/components/form-error.tsx'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/components/ui/dialog.tsx'
import { Field } from '#web/components/ui/field.tsx'
import { ModulePreview } from '#web/components/widget/module-preview.tsx'

const FORM = 'add-module'

type AddFormProps = {
  module: ModuleMeta
  /** Pages to choose from. */
  pages: readonly Page[]
  adding: Adding
  /** The page is known and need not be chosen. */
  isOnPage?: boolean
  /** The button beside *Save* that leaves the dialog. */
  children: ReactNode
}

/** Content of a dialog that adds a module to a page: its form, the page, and a preview of the place. */
export function AddForm({ module, pages, adding, isOnPage = false, children }: AddFormProps) {
  const [pageId, setPageId] = useState(() => pageFor(pages, module)?._id ?? '')
  const [edited, setEdited] = useState(() => defaults(module))
  const config = useDeferredValue(edited)
  const page = pages.find(({ _id }) => _id === pageId)
  const fit = page && fitOn(page, module, config)
  const header = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The catalogue shown before was scrolled down to the module.
    const dialog = header.current?.closest('[role=dialog]')
    if (dialog) dialog.scrollTop = 0
  }, [])
  return (
    <>
      <DialogHeader ref={header}>
        <DialogTitle>Add {module.name}</DialogTitle>
        <DialogDescription>{module.description ?? 'A module for your pages'}</DialogDescription>
      </DialogHeader>
      <ModulePreview module={module} config={config} extent={fit?.size ?? widgetSize(config, module.size)} />
      {module.isSandboxed && <Permissions module={module} />}
      <SchemaForm
        id={FORM}
        schema={module.configSchema}
        moduleId={module.id}
        config={{}}
        onEdit={setEdited}
        onSave={(saved) => page && adding.mutate({ pageId, moduleId: module.id, config: saved, ...placeOf(fit) })}
      />
      {pages.length === 0 && <NoPage />}
      {pages.length > 0 && !isOnPage && (
        <Field label="Add to Page">
          <PagePicker pages={pages} value={pageId} onChange={setPageId} />
        </Field>
      )}
      {fit && page && <PageFit fit={fit} pageName={page.name} />}
      {adding.error && <FormError>{adding.error.message}</FormError>}
      <DialogFooter>
        {children}
        <Button type="submit" form={FORM} busy={adding.isPending} disabled={!fit?.place}>
          Save
        </Button>
      </DialogFooter>
    </>
  )
}

/** Place to send. Only for a smaller size: the server itself looks for places of the module's own size alone. */
const placeOf = (fit: Fit | undefined) => (fit?.isSmaller && fit.place ? { position: fit.place } : {})

function NoPage() {
  return (
    <p className="text-sm">
      You have no page yet.{' '}
      <Link to="/dashboard" className="text-primary-text underline underline-offset-4">
        Create your first page
      </Link>
    </p>
  )
}

/** Permissions of a module from a package. */
function Permissions({ module: { permissions } }: { module: ModuleMeta }) {
  const texts = permissionTexts(permissions)
  return (
    <p className="text-muted-foreground text-sm">
      Runs apart from the page. {texts.length === 0 ? 'It reaches nothing beyond its cell.' : `${texts.join('. ')}.`}
    </p>
  )
}

const defaults = ({ configSchema }: ModuleMeta) =>
  (configSchema ? defaultsOf(parseConfigSchema(configSchema)) : {}) as WidgetConfig
