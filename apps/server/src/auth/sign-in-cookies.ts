import type { FastifyReply } from 'fastify'
import type { Cookies } from '#server/sessions/device.ts'
import { SecondFactorRequired } from './factor-tickets.ts'
import type { SignedInWithCookies } from './letting-in.ts'

/** Sets the cookies of a new session. If `knownDeviceSecrets` or `binding` is null, that cookie stays unchanged. */
export function setSignInCookies(cookies: Cookies, reply: FastifyReply, signedIn: SignedInWithCookies): void {
  cookies.set(reply, 'binding', signedIn.binding)
  cookies.set(reply, 'knownDevice', signedIn.knownDeviceSecrets?.join('.') ?? null)
}

/** Sets the ticket's cookie if the sign-in asks for a second factor: only this browser can then use the ticket. */
export async function setTicketCookie<T>(cookies: Cookies, reply: FastifyReply, signInAttempt: Promise<T>): Promise<T> {
  try {
    return await signInAttempt
  } catch (error) {
    if (error instanceof SecondFactorRequired) cookies.set(reply, 'ticket', error.ticketBinding)
    throw error
  }
}
