import type { ComponentType } from 'react'

/** Default export of a bundled module's entry. */
export type ModuleDefinition = {
  /** Draws the widget. It fills its cell and takes no props: hooks have the rest. */
  Widget: ComponentType
}

/** Declares a module. Its name, size and form are in `module.json`. */
export function defineModule(definition: ModuleDefinition): ModuleDefinition {
  return definition
}
