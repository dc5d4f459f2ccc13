import type { Role } from '@atalaya/contract/users'

/** Who is calling: an account through one of its sessions. */
export type Actor = {
  kind: 'user'
  userId: string
  username: string
  role: Role
  sessionId: string
  signedInBy: 'password' | 'qr'
  /** The session was born from a QR code and has not confirmed the password lately: nothing sensitive for it. */
  mustConfirm: boolean
  /** When the token that was shown is no longer good, in ms: what goes on for longer ends then. */
  tokenEndsAt: number
  /** The password is a temporary one: nothing for it but to change it. */
  mustChangePassword: boolean
}
/** An agent with its own token. */
export type AgentActor = { kind: 'agent'; agentId: string }

/** A caller and where they call from: what a service needs to decide and to record. */
export type Caller = Actor & { ip: string }
