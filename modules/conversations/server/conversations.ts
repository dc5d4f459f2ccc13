/** The newest message of a conversation. `text` is null where only the members can read it. */
export type LastMessage = { sender: string; text: string | null; kind: 'text' | 'media' | 'encrypted'; at: number }
export type Conversation = {
  id: string
  name: string
  unread: number
  /** Somebody wrote to the user in particular. */
  isMentioned: boolean
  last: LastMessage | null
}
/** What the widget is told, the newest conversation first. */
export type Conversations = { account: string; rooms: Conversation[] }
