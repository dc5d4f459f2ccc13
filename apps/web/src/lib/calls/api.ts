import type { Args, Data, Route } from '@atalaya/contract/route'
import { ApiError, codeOf } from '#web/lib/calls/api-error.ts'
import { type Extras, send } from '#web/lib/calls/request.ts'
import { setFactorMissing } from '#web/lib/session/missing-factor.ts'
import { confirmIdentity } from '#web/lib/session/reauth.ts'
import { refresh } from '#web/lib/session/refresh.ts'
import { loseSession, readSession } from '#web/lib/session/session.ts'
import { setPasswordTemporary } from '#web/lib/session/temporary-password.ts'

const currentUserId = () => readSession()?.user?._id
const isUnauthorised = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Makes a call of the contract. All but public calls carry the access token; a 401 refreshes it once and repeats the
 * call. If the server first requires a confirmation, another password or a second factor, asks the person for it.
 * Rejects with ApiError.
 */
export async function call<R extends Route>(
  route: R,
  args: Args<R>,
  signal?: AbortSignal,
  headers?: Extras['headers'],
): Promise<Data<R>> {
  const extras = { signal, headers }
  if (route.access === 'public') return send(route, args, extras)
  const caller = currentUserId()
  try {
    return await sendAuthorised(route, args, extras)
  } catch (error) {
    // Somebody else may have signed in meanwhile: the answer says nothing about them.
    if (currentUserId() !== caller) throw error
    const code = codeOf(error)
    if (code === 'password_change_required') setPasswordTemporary(true)
    if (code === 'second_factor_setup_required') setFactorMissing(true)
    if (code !== 'reauth_required' || !(await confirmIdentity())) throw error
    return sendAuthorised(route, args, extras)
  }
}

async function sendAuthorised<R extends Route>(route: R, args: Args<R>, extras: Extras): Promise<Data<R>> {
  const caller = currentUserId()
  const token = readSession()?.accessToken
  try {
    return await send(route, args, { token, ...extras })
  } catch (error) {
    if (!token || !isUnauthorised(error) || !(await refresh(token))) throw error
    // Somebody else may have signed in meanwhile: this is not their call.
    if (currentUserId() !== caller) throw error
    return repeat(route, args, extras)
  }
}

async function repeat<R extends Route>(route: R, args: Args<R>, extras: Extras): Promise<Data<R>> {
  const token = readSession()?.accessToken
  try {
    return await send(route, args, { token, ...extras })
  } catch (error) {
    if (isUnauthorised(error) && readSession()?.accessToken === token) loseSession()
    throw error
  }
}
