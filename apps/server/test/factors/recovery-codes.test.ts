import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { secondFactor } from '@atalaya/contract/second-factor'
import { PASSWORD } from '@atalaya/testbed/people'
import { describe, expect, test } from 'vitest'
import { factorWorld } from '#test/support/factor-world.ts'

const world = factorWorld()

const recovery = (code = '') => ({ kind: 'recovery' as const, code })
const lastEntry = async () => (await world.admin.ask(audit.list)).body.data.entries[0]

describe('recovery codes', () => {
  test('K5 can be used once each, are counted, and are replaced by new ones', async () => {
    const { codes } = await world.ada.addApp(world.clock)
    const spelled = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ')
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, recovery(spelled))).status).toBe(200)
    expect(await lastEntry()).toMatchObject({ action: 'auth.login', details: 'recovery code' })
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, recovery(codes[0]))).status).toBe(401)
    expect((await world.ada.status()).recoveryCodesLeft).toBe(9)
    const { recoveryCodes } = (await world.ada.ask(secondFactor.renewRecoveryCodes)).body.data
    expect((await world.ada.status()).recoveryCodesLeft).toBe(10)
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, recovery(codes[1]))).status).toBe(401)
    expect((await world.ada.prove((await world.ada.sendPassword()).ticket, recovery(recoveryCodes[1]))).status).toBe(
      200,
    )
  })

  test('K5 open one session in fifty simultaneous requests with one code', async () => {
    const { codes } = await world.ada.addApp(world.clock)
    const sendPassword = () => world.app.call(auth.login, { body: { username: 'ada', password: PASSWORD } })
    const replies = await Promise.all(Array.from({ length: 50 }, sendPassword))
    const proof = recovery(codes[0])
    const proofs = await Promise.all(
      replies.map(({ body }) =>
        world.app.call(factorEntry.prove, { body: { ticket: body.secondFactor.ticket, proof } }),
      ),
    )
    expect(proofs.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await world.ada.ask(auth.sessions)).body.data.sessions).toHaveLength(2)
  }, 120_000)

  test('K5 are deleted with the last factor', async () => {
    expect((await world.ada.ask(secondFactor.renewRecoveryCodes)).body.code).toBe('factor.none')
    await world.ada.addApp(world.clock)
    await world.ada.ask(secondFactor.removeTotp)
    expect((await world.ada.status()).recoveryCodesLeft).toBe(0)
    expect((await world.ada.login()).status).toBe(200)
  })
})
