/**
 * The newest message of a conversation. `text` is null where only the members can read it, and for an invitation, of which
 * nobody says when it came: `at` is 0.
 */
export type LastMessage = {
  sender: string
  text: string | null
  kind: 'text' | 'media' | 'encrypted' | 'invitation'
  at: number
}
export type Conversation = {
  id: string
  name: string
  unread: number
  /** Somebody wrote to the user in particular. */
  isMentioned: boolean
  last: LastMessage | null
}
/** What the widget is told, invitations first, then the newest conversation. */
export type Conversations = { account: string; rooms: Conversation[] }
