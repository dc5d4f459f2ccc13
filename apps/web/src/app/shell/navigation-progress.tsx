import { useNavigation } from 'react-router'

/** Thin light under the header while a page's code loads; quick navigations don't show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden" aria-hidden>
      <div className="h-full w-1/3 animate-sweep bg-primary opacity-0" />
    </div>
  )
}
