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
  /** Somebody wrote to the user in particular. */
  isMentioned: boolean
  last: LastMessage | null
}
/** Data of the widget: invitations first, then the newest conversation. */
export type Conversations = { account: string; rooms: Conversation[] }
