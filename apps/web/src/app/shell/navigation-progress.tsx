import { useNavigation } from 'react-router'

/** A thin light under the header while a page's code is on its way; too quick a navigation never shows it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden" aria-hidden>
      <div className="h-full w-1/3 animate-sweep bg-primary opacity-0" />
    </div>
  )
}
