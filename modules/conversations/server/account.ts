/** An account as the form of the module gives it. */
export type AccountConfig = {
  service?: 'matrix' | 'xmpp'
  homeserver?: string
  user?: string
  password?: string
  token?: string
}
