import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { renderElement } from '#web/testing/render.tsx'

/** Renders a module's form with these properties and a button that saves it. */
export function openForm(properties: Record<string, unknown>, config: WidgetConfig = {}, required: string[] = []) {
  const onSave = vi.fn<(config: WidgetConfig) => void>()
  const onEdit = vi.fn<(config: WidgetConfig) => void>()
  const schema = JSON.stringify({ type: 'object', properties, required })
  const app = renderElement(
    <>
      <SchemaForm
        id="form"
        schema={schema}
        {...{ moduleId: 'm', widgetId: 'w', config }}
        onEdit={onEdit}
        onSave={onSave}
      />
      <button type="submit" form="form">
        Save
      </button>
    </>,
  )
  const save = async () => {
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    return onSave.mock.lastCall?.[0]
  }
  return { ...app, save, onSave, onEdit }
}
