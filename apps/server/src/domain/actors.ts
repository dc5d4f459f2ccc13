import type { Scope } from '@atalaya/contract/scopes'
import type { Selector } from '@atalaya/contract/selector'
import type { Role } from '@atalaya/contract/users'

/** Way in which a session was opened. */
export type SignedInBy = 'password' | 'qr' | 'passkey' | 'oidc'

/** Provider of a session, with its name when the session began. */
export type SessionProvider = { id: string; name: string }

/** Rights of a display: the content of its playlist, and nothing else. */
export type DisplayRights = {
  pages: ReadonlySet<string>
  widgets: ReadonlySet<string>
  modules: ReadonlySet<string>
  /** The agents of its credential's selector. A set: each sample of a live event is looked up. */
  agents: ReadonlySet<string>
  /** True if one of its widgets shows all agents of its owner, who may have none. */
  hasFleet: boolean
  /** True if one of its widgets shows alerts. */
  hasAlerts: boolean
  /** True if it shows a special page during alerts: it gets `alerts.changed`, and reads the alerts. */
  watchesAlerts: boolean
}

/** Credential that an account gave to a program or a display. Its scopes and its selector of agents limit it. */
export type Credential = {
  id: string
  name: string
  scopes: ReadonlySet<Scope>
  /** Agents that it may use. Null: no limit. Otherwise only calls that take a selector are allowed. */
  selector: Selector | null
  /** Rights of a display. Its id is then the credential's, and it has no scopes. */
  display?: DisplayRights
}

/** The caller: an account through one of its sessions, or through a credential. */
export type Actor = {
  kind: 'user'
  userId: string
  username: string
  role: Role
  /** Id of the session, or of the credential. */
  sessionId: string
  signedInBy: SignedInBy
  /** True for a session from a QR code without a recent confirmation: sensitive calls are refused. */
  mustConfirm: boolean
  /** True if the session was just opened by more than a QR code, or the person has confirmed since. */
  isConfirmed: boolean
  /** Expiry of the token that the request presented, in ms: streams and other long-lived work end then. */
  tokenEndsAt: number
  /** True while the password is temporary: all calls but those to change it are refused. */
  mustChangePassword: boolean
  /** True for an administrator without the required second factor: all calls but those to set one up are refused. */
  mustSetUpFactor: boolean
  /** A credential permits only its scopes; absent for a person. */
  credential?: Credential
}
/** An agent with its own token. */
export type AgentActor = { kind: 'agent'; agentId: string }

/** A caller with their IP address, for authorization and the audit log. */
export type Caller = Actor & { ip: string }
