import type { FastifyReply } from 'fastify'
import type { Cookies } from '#server/sessions/device.ts'
import { SecondFactorRequired } from './factor-tickets.ts'
import type { SignedInWithCookies } from './letting-in.ts'

export function setSignInCookies(cookies: Cookies, reply: FastifyReply, signedIn: SignedInWithCookies): void {
  cookies.set(reply, 'binding', signedIn.binding)
  cookies.set(reply, 'knownDevice', signedIn.knownDeviceSecrets?.join('.') ?? null)
}

/** Binds the ticket for the second factor to the browser that gets it, by a cookie. */
export async function setTicketCookie<T>(cookies: Cookies, reply: FastifyReply, entering: Promise<T>): Promise<T> {
  try {
    return await entering
  } catch (error) {
    if (error instanceof SecondFactorRequired) cookies.set(reply, 'ticket', error.binding)
    throw error
  }
}
