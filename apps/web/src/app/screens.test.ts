import { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { createRoutes } from '#web/app/router.tsx'
import page from '../../index.html?raw'
import { screens } from '../../screens.ts'

/** The return from Spotify and the catch-all need no page of their own. */
const WITHOUT_PAGE = ['/spotify-callback', '/*']

/** Addresses of all leaf routes; one with an optional part counts twice. */
function addressesOf(route: RouteObject, above = ''): string[] {
  const path = route.path ? `${above}/${route.path}` : above
  if (route.children) return route.children.flatMap((child) => addressesOf(child, path))
  const [whole, optional] = path.split(/(?=\/:\w+\?$)/)
  return optional ? [whole ?? '', path.replace('?', '')] : [path || '/']
}

test('every screen has a page that names its files, and no page is left over', () => {
  const addresses = createRoutes(new QueryClient()).flatMap((route) => addressesOf(route))
  expect(addresses.filter((address) => !WITHOUT_PAGE.includes(address)).sort()).toEqual(Object.keys(screens).sort())
})

test('without scripts a page reports that it needs JavaScript', () => {
  expect(page).toMatch(/<noscript>.*Atalaya needs JavaScript\..*<\/noscript>/)
})
