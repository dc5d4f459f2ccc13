/** The tables of connections to other services. */
export type IntegrationsSchema = {
  integrations: IntegrationsTable
  integration_starts: IntegrationStartsTable
}

export type IntegrationsTable = {
  id: string
  user_id: string
  service: 'spotify'
  account: string
  status: 'connected' | 'reconnect'
  connected_at: number
  /** Access and refresh token as JSON, sealed for this row's id. */
  tokens_sealed: string
  access_ends_at: number
  /** End of the lease by which only one instance renews the tokens. */
  refreshing_until: number
}

/** Open visit to a service's consent page: one for each session and service. */
type IntegrationStartsTable = {
  /** SHA-256 of the state that must come back. */
  state_hash: string
  session_id: string
  service: 'spotify'
  /** The PKCE verifier, sealed. */
  verifier_sealed: string
  redirect_uri: string
  expires_at: number
}
