import type { Scope } from '@atalaya/contract/scopes'
import type { Selector } from '@atalaya/contract/selector'
import type { Role } from '@atalaya/contract/users'

/** By what a session was opened. */
export type SignedInBy = 'password' | 'qr' | 'passkey' | 'oidc'

/** A provider as it was called when the session began. */
export type SessionProvider = { id: string; name: string }

/** What a display reads: what its playlist shows, and nothing else. Which agents, its credential's selector says. */
export type DisplayReach = {
  pages: ReadonlySet<string>
  widgets: ReadonlySet<string>
  modules: ReadonlySet<string>
  hasAgents: boolean
  hasAlerts: boolean
  /** It shows a page of its own while there is an alert: it is told that there may be one, and asks. */
  watchesAlerts: boolean
}

/** What an account gave to a program: it does what these scopes name, with those of its agents that are meant. */
export type Credential = {
  id: string
  name: string
  scopes: ReadonlySet<Scope>
  /** Null: all that the account sees, and what is no agent's. */
  selector: Selector | null
  /** Of a display; then its id is the credential's, and it has no scopes. */
  display?: DisplayReach
}

/** Who is calling: an account through one of its sessions, or through a credential in the place of one. */
export type Actor = {
  kind: 'user'
  userId: string
  username: string
  role: Role
  /** A credential's id where it is one. */
  sessionId: string
  signedInBy: SignedInBy
  /** The session was born from a QR code and has not confirmed the password lately: nothing sensitive for it. */
  mustConfirm: boolean
  /** The session was opened a moment ago by more than a QR code, or has confirmed since who is there. */
  isConfirmed: boolean
  /** When the token that was shown is no longer good, in ms: what goes on for longer ends then. */
  tokenEndsAt: number
  /** The password is a temporary one: nothing for it but to change it. */
  mustChangePassword: boolean
  /** An administrator who must have a second factor and has none: nothing for it but to set one up. */
  mustSetUpFactor: boolean
  /** With it, only what its scopes name; absent for a person. */
  credential?: Credential
}
/** An agent with its own token. */
export type AgentActor = { kind: 'agent'; agentId: string }

/** A caller and where they call from: what a service needs to decide and to record. */
export type Caller = Actor & { ip: string }
