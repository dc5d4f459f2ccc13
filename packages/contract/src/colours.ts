import { z } from 'zod'

const colourName = z.enum([
  ...(['background', 'foreground', 'sidebar', 'card', 'popover', 'muted', 'muted-foreground', 'accent'] as const),
  ...(['border', 'input', 'ring', 'primary', 'primary-hover', 'primary-foreground', 'primary-text'] as const),
  ...(['primary-soft', 'destructive-hover', 'success', 'warning', 'destructive', 'info'] as const),
  ...(['success-text', 'warning-text', 'destructive-text', 'info-text'] as const),
  ...(['success-soft', 'warning-soft', 'destructive-soft', 'info-soft'] as const),
  ...(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6', 'chart-7', 'chart-8'] as const),
])
/** Name of a colour that a theme may set, as in the style sheet. Shadows and edges stay the product's. */
export type ColourName = z.infer<typeof colourName>

/** The one notation of colours: anything else could be CSS. */
export const colour = z
  .string()
  .max(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #1a2b3c')
  .toLowerCase()

const colours = z
  .strictObject(Object.fromEntries(colourName.options.map((n) => [n, colour])) as Record<ColourName, typeof colour>)
  .partial()
export type Colours = z.infer<typeof colours>

/** Colours of both modes; the product's own stand for absent ones. */
export const bothModes = z.object({ light: colours, dark: colours })

export const themeId = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by dashes')

/** Chosen colours, ready to be shown; those of a removed theme are empty. */
export const chosenColours = bothModes.extend({ of: themeId })
export type ChosenColours = z.infer<typeof chosenColours>
