import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { factorAdmin } from '@atalaya/contract/factor-admin'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { secondFactor } from '@atalaya/contract/second-factor'
import { users } from '@atalaya/contract/users'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import { describe, expect, test } from 'vitest'
import { FACTOR_TICKET_MS, FACTOR_TRIES, guesses, rates } from '#server/limits/limits.ts'
import { codeAt, createPerson, factorWorld, type Person } from '#test/support/factor-world.ts'

const HALF_MINUTE = 30_000

const world = factorWorld()

/** Code that the app shows half a minute later, which is unused. */
function nextCode(secret: string): { kind: 'totp'; code: string } {
  world.clock += HALF_MINUTE
  return { kind: 'totp', code: codeAt(secret, world.clock) }
}
const recovery = (code = '') => ({ kind: 'recovery' as const, code })
const adaId = async (): Promise<string> => (await world.ada.ask(auth.me)).body.data.user._id
const lastEntry = async () => (await world.admin.ask(audit.list)).body.data.entries[0]
/** Six digits that the app does not show within a minute. */
const wrongCode = (secret: string): string => {
  const shown = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, world.clock + steps * HALF_MINUTE))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !shown.includes(code)) ?? ''
}

describe('without a second factor', () => {
  test('a sign-in returns tokens and the user', async () => {
    const { status, body } = await world.ada.login()
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(['tokens', 'user'])
    expect(body.data.user).not.toHaveProperty('hasSecondFactor')
    expect(await world.ada.status()).toEqual({ passkeys: [], totpSince: null, recoveryCodesLeft: 0, isRequired: false })
  })
})

describe('codes of an app', () => {
  test('K1 are required once one was confirmed, and then a password alone opens no session', async () => {
    const { secret, uri } = (await world.ada.ask(secondFactor.beginTotp)).body.data
    expect(uri).toMatch(/^otpauth:\/\/totp\/Atalaya:ada\?/)
    expect(uri).toContain(`secret=${secret}`)
    expect((await world.ada.login()).status).toBe(200)
    const confirm = (code: string) => world.ada.ask(secondFactor.confirmTotp, { body: { code } })
    expect((await confirm(wrongCode(secret))).body.code).toBe('factor.wrong_code')
    const grouped = codeAt(secret, world.clock).replace(/(...)/, '$1 ')
    expect((await confirm(grouped)).body.data.recoveryCodes).toHaveLength(10)

    const reply = await world.ada.login()
    expect([reply.status, reply.body.code]).toEqual([403, 'second_factor_required'])
    expect(reply.body).not.toHaveProperty('data')
    expect(JSON.stringify(reply.body)).not.toMatch(/at_|rt_/)
    expect(reply.body.secondFactor).toMatchObject({ kinds: ['totp', 'recovery'] })
    expect(await lastEntry()).toMatchObject({ action: 'auth.factor_asked' })
    const entered = await world.ada.prove(reply.body.secondFactor.ticket, nextCode(secret))
    expect([entered.status, Object.keys(entered.body.data).sort()]).toEqual([200, ['tokens', 'user']])
    expect(await lastEntry()).toMatchObject({ action: 'auth.login', details: 'code of an app' })
  })

  test('K3 B5 are accepted once each, even in twenty simultaneous requests', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const first = codeAt(secret, world.clock)
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, { kind: 'totp', code: first })).status).toBe(
      401,
    )
    const code = nextCode(secret)
    // A browser's ticket is invalid without its cookie.
    const body = { ticket: (await world.ada.sendPassword()).ticket, proof: code }
    expect((await world.app.call(factorEntry.prove, { body })).status).toBe(410)
    const sendPassword = () => world.app.call(auth.login, { body: { username: 'ada', password: PASSWORD } })
    const passwordReplies = await Promise.all(Array.from({ length: 20 }, sendPassword))
    const replies = await Promise.all(
      passwordReplies.map(({ body }) =>
        world.app.call(factorEntry.prove, { body: { ticket: body.secondFactor.ticket, proof: code } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  }, 120_000)

  test('K7 H5 leave neither their secret nor the recovery codes readable in the database', async () => {
    const { secret, codes } = await world.ada.addApp(world.clock)
    const dump = await world.app.dump()
    for (const text of [secret, ...codes]) expect(dump).not.toContain(text)
  })

  test('K3 are set up for one app at a time, and only the confirmed one is accepted', async () => {
    const first = (await world.ada.ask(secondFactor.beginTotp)).body.data.secret
    const { secret } = (await world.ada.ask(secondFactor.beginTotp)).body.data
    const confirm = (code: string) => world.ada.ask(secondFactor.confirmTotp, { body: { code } })
    expect((await confirm(codeAt(first, world.clock))).status).toBe(400)
    expect((await confirm(codeAt(secret, world.clock))).status).toBe(200)
    expect((await confirm(codeAt(secret, world.clock))).body.code).toBe('factor.not_begun')
    expect((await world.ada.ask(secondFactor.beginTotp)).body.code).toBe('factor.already_set_up')
  })
})

describe('guesses of a second factor', () => {
  const guess = async (secret: string, person: Person = world.ada) => {
    const reply = await person.login()
    if (reply.status !== 403) return reply.status
    return (await person.prove(reply.body.secondFactor.ticket, { kind: 'totp', code: wrongCode(secret) })).status
  }

  test('K4 B5 use the account’s budget, so a thief has ten tries', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const thief = createPerson(world.app, 'ada', createJar())
    const statuses = []
    for (let attempt = 0; attempt < guesses.free + 3; attempt++) statuses.push(await guess(secret, thief))
    expect(statuses).toEqual([...Array(guesses.free).fill(401), 429, 429, 429])
    // B7: the owner's browser is known, and can continue.
    const { ticket } = await world.ada.sendPassword()
    expect((await world.ada.prove(ticket, nextCode(secret))).status).toBe(200)
  }, 120_000)

  test('K4 are not forgotten after a correct or a confirmed password', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const thief = createPerson(world.app, 'ada', createJar())
    for (let attempt = 0; attempt < guesses.free - 1; attempt++) await guess(secret, thief)
    expect((await thief.login()).status).toBe(403)
    expect(await guess(secret, thief)).toBe(401)
    expect((await thief.login()).status).toBe(429)
    expect((await world.ada.ask(auth.confirm, { body: { password: PASSWORD } })).status).toBe(200)
    const keys = await world.app.withDatabase((db) =>
      db.selectFrom('guess_budgets').select(['key', 'failures']).execute(),
    )
    expect(keys.find(({ key }) => key.startsWith('factor '))?.failures).toBe(guesses.free)
  })

  test('K4 are limited as strictly in parallel as one after the other', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const sendPassword = () => world.app.call(auth.login, { body: { username: 'ada', password: PASSWORD } })
    const passwordReplies = await Promise.all(Array.from({ length: 40 }, sendPassword))
    const proof = { kind: 'totp', code: wrongCode(secret) }
    const replies = await Promise.all(
      passwordReplies.map(({ body }) =>
        world.app.call(factorEntry.prove, { body: { ticket: body.secondFactor.ticket, proof } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(guesses.free)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40 - guesses.free)
  }, 120_000)

  test.each([
    ['an unknown', createJar],
    ['a known', () => world.ada.jar],
  ])('K4 are allowed again on %s browser once an administrator removes the lock', async (_which, jar) => {
    const { secret, codes } = await world.ada.addApp(world.clock)
    const other = createPerson(world.app, 'ada', jar())
    for (let attempt = 0; attempt <= guesses.free; attempt++) await guess(secret, other)
    await world.admin.ask(users.unlock, { params: { id: await adaId() } })
    // Without a wait, which would end the lock anyway.
    expect((await other.prove((await other.sendPassword()).ticket, recovery(codes[0]))).status).toBe(200)
  })
})

describe('a ticket', () => {
  test('K2 is valid once, for five minutes and five tries', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const { ticket } = await world.ada.sendPassword()
    expect((await world.ada.prove(ticket, nextCode(secret))).status).toBe(200)
    expect((await world.ada.prove(ticket, nextCode(secret))).body.code).toBe('auth.ticket_gone')
    const lateTicket = (await world.ada.sendPassword()).ticket
    world.clock += FACTOR_TICKET_MS
    expect((await world.ada.prove(lateTicket, nextCode(secret))).status).toBe(410)
    const triedTicket = (await world.ada.sendPassword()).ticket
    for (let attempt = 0; attempt < FACTOR_TRIES; attempt++) {
      expect((await world.ada.prove(triedTicket, { kind: 'totp', code: wrongCode(secret) })).status).toBe(401)
    }
    expect((await world.ada.prove(triedTicket, nextCode(secret))).status).toBe(410)
    expect((await world.ada.prove('ft_unknown', nextCode(secret))).body).toMatchObject({ code: 'auth.ticket_gone' })
  })

  test('K2 is valid only in the browser that sent the password', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const thief = createPerson(world.app, 'ada', createJar())
    const { ticket } = await world.ada.sendPassword()
    expect((await thief.prove(ticket, nextCode(secret))).status).toBe(410)
    // Fixation: a planted cookie is replaced when the browser sends the password.
    await thief.sendPassword()
    const planted = createPerson(world.app, 'ada', thief.jar)
    const { ticket: plantedTicket } = await planted.sendPassword()
    const stolen = createJar()
    stolen.take({ 'set-cookie': 'sf=sf_planted; Path=/auth' })
    expect((await createPerson(world.app, 'ada', stolen).prove(plantedTicket, nextCode(secret))).status).toBe(410)
    expect((await planted.prove(plantedTicket, nextCode(secret))).status).toBe(200)
  })

  test('K2 counts as a failed sign-in of its network if it is unknown', async () => {
    const prove = () => world.ada.prove(`ft_${'x'.repeat(43)}`, recovery('NOPE'))
    const replies = await Promise.all(Array.from({ length: rates.failedSignIns.max }, prove))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([410]))
    expect((await prove()).status).toBe(429)
  })

  test('K2 is refused with codes of another account', async () => {
    await world.ada.addApp(world.clock)
    const { secret, codes } = await world.admin.addApp(world.clock)
    const { ticket } = await world.ada.sendPassword()
    expect((await world.ada.prove(ticket, nextCode(secret))).status).toBe(401)
    expect((await world.ada.prove(ticket, recovery(codes[0]))).status).toBe(401)
  })

  test.each([
    ['deactivated', (id: string) => world.admin.ask(users.setStatus, { params: { id }, body: { isActive: false } })],
    ['deleted', (id: string) => world.admin.ask(users.remove, { params: { id } })],
    [
      'given another password',
      (id: string) => world.admin.ask(users.resetPassword, { params: { id }, body: { password: 'gq7zv1' } }),
    ],
    ['signed out everywhere', (id: string) => world.admin.ask(users.logoutAll, { params: { id } })],
    ['without the factor', () => world.ada.ask(secondFactor.removeTotp)],
    ['reset', (id: string) => world.admin.ask(factorAdmin.reset, { params: { id } })],
  ])('is refused once the account is %s', async (_what, change) => {
    const { secret, codes } = await world.ada.addApp(world.clock)
    const id = await adaId()
    const { ticket } = await world.ada.sendPassword()
    expect((await change(id)).status).toBe(200)
    expect((await world.ada.prove(ticket, nextCode(secret))).status).toBe(410)
    expect((await world.ada.prove(ticket, recovery(codes[0]))).status).toBe(410)
  })

  test('K6 accepts only a passkey of its account that signed for this ticket', async () => {
    await world.ada.addPasskey('Key')
    await world.admin.addPasskey('Admin’s')
    const firstStep = await world.ada.sendPassword()
    expect(firstStep.kinds).toEqual(['passkey', 'recovery'])
    const other = await world.ada.sendPassword()
    const proofByPasskey = (step: typeof firstStep, lies = {}, who = world.ada) => {
      if (!step.passkey) throw new Error('No passkey is asked for')
      return { kind: 'passkey' as const, credential: who.keys.get(step.passkey, lies) }
    }
    // The cookie is the newest ticket's.
    expect((await world.ada.prove(other.ticket, proofByPasskey(firstStep))).status).toBe(401)
    const wrong = await world.ada.sendPassword()
    expect((await world.ada.prove(wrong.ticket, proofByPasskey(wrong, { origin: 'https://evil.test' }))).status).toBe(
      401,
    )
    const foreign = await world.ada.sendPassword()
    const options = { ...foreign.passkey, allowCredentials: [] } as never
    const credential = world.admin.keys.get(options)
    expect((await world.ada.prove(foreign.ticket, { kind: 'passkey', credential })).status).toBe(401)
    const right = await world.ada.sendPassword()
    const proof = proofByPasskey(right)
    expect((await world.ada.prove(right.ticket, proof)).status).toBe(200)
    expect(await lastEntry()).toMatchObject({ action: 'auth.login', details: 'passkey Key' })
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, proof)).status).toBe(401)
  })
})
