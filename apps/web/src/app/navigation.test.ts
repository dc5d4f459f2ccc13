import { House } from 'lucide-react'
import { expect, test } from 'vitest'
import { isActive, type NavSection, sections, visibleSections } from '#web/app/navigation.ts'

const titles = (all: NavSection[], role: string | undefined) => visibleSections(all, role).map(({ title }) => title)

test('"Groups: Principal (Home, Dashboards), Administración (Users, Agents; admin only), Marketplace." and the audit', () => {
  expect(sections.map(({ title, routes }) => [title, ...routes.map((route) => route.title)])).toEqual([
    ['Principal', 'Home', 'Dashboards'],
    ['Administración', 'Users', 'Agents', 'Audit'],
    ['Marketplace', 'Marketplace'],
  ])
})

test.each([
  ['user', ['Principal', 'Marketplace']],
  [undefined, ['Principal', 'Marketplace']],
  ['admin', ['Principal', 'Administración', 'Marketplace']],
  ['Admin', ['Principal', 'Administración', 'Marketplace']],
  ['superadmin', ['Principal', 'Administración', 'Marketplace']],
])(
  '"Sections flagged adminOnly are hidden from non-admins", "role text containing \'admin\'": %s',
  (role, expected) => {
    expect(titles(sections, role)).toEqual(expected)
  },
)

test('"an adminOnly section with no routes is dropped"', () => {
  const empty: NavSection[] = [
    { title: 'Empty', adminOnly: true, routes: [] },
    { title: 'Plain', routes: [] },
  ]
  expect(titles(empty, 'admin')).toEqual(['Plain'])
})

test.each([
  ['/admin/users', true],
  ['/admin/users/1', false],
  ['/admin', false],
  ['/', false],
])('"The active entry is the one whose url equals the current path": %s', (path, active) => {
  expect(isActive({ title: 'Users', url: '/admin/users', icon: House }, path)).toBe(active)
})
