const NAMES = [
  ...['background', 'foreground', 'card', 'muted', 'muted-foreground', 'accent', 'border', 'input', 'ring'],
  ...['primary', 'primary-foreground', 'primary-text', 'primary-soft'],
  ...['success', 'success-text', 'success-soft', 'warning', 'warning-text', 'warning-soft'],
  ...['destructive', 'destructive-text', 'destructive-soft', 'info', 'info-text', 'info-soft'],
  ...['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-6'],
].map((name) => `--${name}`)

/** Current colours of the product, for modules that don't share its style sheet. */
export function themeTokens(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(name).trim()]))
}
