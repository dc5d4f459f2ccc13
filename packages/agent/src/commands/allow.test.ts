import { expect, test } from 'vitest'
import type { Action } from './action.ts'
import { addAllowed } from './allow.ts'
import { allowFile } from './allow-file.ts'

/** What each word of the file allows; updates are another matter (update-choice.ts). */
const words: Record<keyof Parameters<typeof addAllowed>[1], { of: object; allows: string }> = {
  services: { of: { services: ['web.service'] }, allows: 'service.restart' },
  actions: { of: { actions: { hello: { command: ['/bin/true'] } } }, allows: 'run-action' },
  reboot: { of: { reboot: true }, allows: 'reboot' },
}
const names = Object.keys(words) as (keyof typeof words)[]
/** Every choice of them. */
const choices = Array.from({ length: 2 ** names.length }, (_one, n) => names.filter((_name, at) => (n >> at) % 2 === 1))

test.each(choices.map((choice) => [choice.join(' and ') || 'nothing', choice] as const))(
  'a file that names %s allows that, and nothing else',
  (_what, choice) => {
    const catalogue = new Map<string, Action>()
    addAllowed(catalogue, allowFile.parse(Object.assign({}, ...choice.map((name) => words[name].of))))
    expect([...catalogue.keys()]).toEqual(choice.map((name) => words[name].allows))
  },
)
