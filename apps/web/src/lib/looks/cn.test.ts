import { expect, test } from 'vitest'
import { cn } from '#web/lib/looks/cn.ts'

test.each([
  ['a later width wins', ['w-4', 'w-full'], 'w-full'],
  ['a size wins over width and height', ['h-9 w-9', 'size-6'], 'size-6'],
  ['a height leaves a size alone', ['size-9', 'h-4'], 'size-9 h-4'],
  ['all sides win over one', ['px-3 pt-1', 'p-0'], 'p-0'],
  ['one side stays beside all', ['p-4', 'pb-2'], 'p-4 pb-2'],
  [
    'text size and text colour are separate',
    ['text-sm text-muted-foreground', 'text-xs'],
    'text-muted-foreground text-xs',
  ],
  ['a later text colour wins', ['text-sm text-foreground', 'text-primary-text'], 'text-sm text-primary-text'],
  ['border width and border colour are separate', ['border border-input', 'border-0'], 'border-input border-0'],
  ['a later border colour wins', ['border border-input', 'border-ring'], 'border border-ring'],
  ['a later width of the same border side wins', ['border-b', 'border-b-2'], 'border-b-2'],
  ['two sides of a border are separate', ['border-b', 'border-l'], 'border-b border-l'],
  ['a border on all sides wins over one side', ['border-b', 'border-0'], 'border-0'],
  [
    'text that wraps well keeps its colour',
    ['text-balance text-foreground', 'text-muted-foreground'],
    'text-balance text-muted-foreground',
  ],
  ['a corner stays beside all', ['rounded-xl', 'rounded-t-none'], 'rounded-xl rounded-t-none'],
  ['all corners win over one', ['rounded-tl-lg', 'rounded-md'], 'rounded-md'],
  ['negative values are recognised', ['-mx-4', 'mx-0'], 'mx-0'],
  [
    'variants with brackets are recognised',
    ['data-[state=open]:p-2 p-1', 'data-[state=open]:p-4'],
    'p-1 data-[state=open]:p-4',
  ],
  ['different variants are separate', ['p-2 hover:p-3', 'p-4'], 'hover:p-3 p-4'],
  ['a later value of the same variant wins', ['md:grid-cols-2', 'md:grid-cols-4'], 'md:grid-cols-4'],
  ['arbitrary values are recognised', ['max-w-lg', 'max-w-[40rem]'], 'max-w-[40rem]'],
  ['variables are recognised', ['w-64', 'w-(--width)'], 'w-(--width)'],
  ['a later corner radius wins', ['rounded-md', 'rounded-xl'], 'rounded-xl'],
  ['a later display wins', ['grid hidden', 'flex'], 'flex'],
  ['unknown classes stay', ['truncate group', 'peer'], 'truncate group peer'],
  ['conditions are evaluated', ['a', false, undefined, { b: true, c: false }], 'a b'],
])('%s', (_name, classes, merged) => {
  expect(cn(...classes)).toBe(merged)
})
