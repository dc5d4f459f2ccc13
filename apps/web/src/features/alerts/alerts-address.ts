/** Views of the alerts screen, named by `?show=`; the default, `firing`, needs no parameter. */
export const ALERT_VIEWS = ['firing', 'history', 'rules', 'silences', 'notifications'] as const
export type AlertView = (typeof ALERT_VIEWS)[number]

export const viewOf = (params: URLSearchParams): AlertView =>
  ALERT_VIEWS.find((view) => view === params.get('show')) ?? 'firing'

/** URL of a view: `/alerts?show=rules`. */
export const urlOf = (view: AlertView): string => (view === 'firing' ? '/alerts' : `/alerts?show=${view}`)

/** Parameters with another page; page 1 needs none. */
export function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}
