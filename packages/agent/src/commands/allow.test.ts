import { expect, test } from 'vitest'
import { type Action, Refused } from './action.ts'
import { addAllowed } from './allow.ts'
import { allowFile } from './allow-file.ts'

/** Commands that each word of the file allows. For updates see update-choice.ts. */
const words: Record<keyof Parameters<typeof addAllowed>[1], { file: object; allows: string }> = {
  services: { file: { services: ['web.service'] }, allows: 'service.restart' },
  actions: { file: { actions: { hello: { command: ['/bin/true'] } } }, allows: 'run-action' },
  reboot: { file: { reboot: true }, allows: 'reboot' },
}
const names = Object.keys(words) as (keyof typeof words)[]
/** Every subset of the words. */
const choices = Array.from({ length: 2 ** names.length }, (_one, n) => names.filter((_name, at) => (n >> at) % 2 === 1))

test.each(choices.map((choice) => [choice.join(' and ') || 'nothing', choice] as const))(
  'a file that names %s allows exactly that',
  (_what, choice) => {
    const catalogue = new Map<string, Action>()
    addAllowed(catalogue, allowFile.parse(Object.assign({}, ...choice.map((name) => words[name].file))))
    expect([...catalogue.keys()]).toEqual(choice.map((name) => words[name].allows))
  },
)

test('only a service that is listed is restarted', async () => {
  const catalogue = new Map<string, Action>()
  // No machine has such a service: there is nothing that this test could restart.
  const services = ['atalaya-no-such.service', 'atalaya-none.service']
  addAllowed(catalogue, allowFile.parse({ services }))
  const restart = async (unit: unknown) => catalogue.get('service.restart')?.run({ unit }, new AbortController().signal)
  for (const unit of ['ssh.service', 'atalaya', '', undefined, ['atalaya-none.service']]) {
    await expect(restart(unit)).rejects.toEqual(new Refused(`unit is one of ${services.join(', ')}`))
  }
  expect(await restart('atalaya-none.service')).toMatchObject({ status: 'failed' })
})

test('run-action has the longest timeout of its actions, and is idempotent only if all of them are', () => {
  const capabilityOf = (...actionList: object[]) => {
    const catalogue = new Map<string, Action>()
    const actions = Object.fromEntries(actionList.map((fields, n) => [`a${n}`, { command: ['/bin/true'], ...fields }]))
    addAllowed(catalogue, allowFile.parse({ actions }))
    return catalogue.get('run-action')?.capability
  }
  expect(capabilityOf({ timeoutS: 5, idempotent: true }, { timeoutS: 9 })).toMatchObject({
    danger: 2,
    idempotent: false,
    timeoutS: 9,
    argsSchema: { properties: { name: { enum: ['a0', 'a1'] } } },
  })
  expect(capabilityOf({ idempotent: true }, { idempotent: true })).toMatchObject({ idempotent: true, timeoutS: 60 })
})

test('run-action declares the arguments of all its actions for a form, with every accepted value', () => {
  const catalogue = new Map<string, Action>()
  const actions = {
    backup: { command: ['/bin/backup', '{what}'], args: { what: { enum: ['home', 'etc'] } } },
    restore: {
      command: ['/bin/restore', '{what}', '{day}'],
      args: { what: { enum: ['etc', 'var'] }, day: { pattern: '^[0-9]+$' } },
    },
    // An argument called `name` would hide the one that names the action.
    greet: { command: ['/bin/greet', '{name}'], args: { name: { pattern: '^[a-z]+$' } } },
  }
  addAllowed(catalogue, allowFile.parse({ actions }))
  expect(catalogue.get('run-action')?.capability.argsSchema).toEqual({
    type: 'object',
    required: ['name'],
    properties: {
      name: { enum: ['backup', 'restore', 'greet'] },
      what: { description: 'For backup, restore', enum: ['home', 'etc', 'var'] },
      day: { description: 'For restore', type: 'string' },
    },
  })
})

test('commands that only root may allow are marked as dangerous and not idempotent', () => {
  const catalogue = new Map<string, Action>()
  addAllowed(catalogue, allowFile.parse({ services: ['a.service'], reboot: true }))
  for (const { capability } of catalogue.values()) expect(capability).toMatchObject({ danger: 2, idempotent: false })
})
