/**
 * The newest message of a conversation. `text` is null if only the members can read it. It is null for an invitation,
 * too, and `at` is 0: Matrix gives no time for it.
 */
export type LastMessage = {
  sender: string
  text: string | null
  /** The text of `media` is a label of ours, such as _Photo_ or _Message deleted_. */
  kind: 'text' | 'media' | 'encrypted' | 'invitation'
  at: number
}
export type Conversation = {
  id: string
  name: string
  unread: number
  /** An unread message names the user. A direct message alone does not count. */
  isMentioned: boolean
  last: LastMessage | null
}
/** Data of the widget: invitations first, then conversations, the newest first. */
export type Conversations = { account: string; rooms: Conversation[] }
