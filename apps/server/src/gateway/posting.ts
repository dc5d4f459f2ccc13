import type { PostsRepo } from './posts.repo.ts'
import type { GatewaySettings } from './settings.ts'

type Needs = {
  posts: PostsRepo
  settings: GatewaySettings
  announce(agentIds: string[]): Promise<void>
  now: () => number
}

/**
 * Presence of agents that only post their data over HTTP and hold no connection. They are online with a post, and
 * offline some minutes after the last one.
 */
export function createPosting({ posts, settings, announce, now }: Needs) {
  const posted = new Set<string>()
  /** Instant until which agents that only post are expired already. */
  let expiredUntil = 0

  return {
    add: (agentId: string): void => void posted.add(agentId),

    async save(): Promise<void> {
      if (posted.size === 0) return
      const batch = [...posted]
      posted.clear()
      try {
        await announce(await posts.setOnline(batch, now()))
      } catch (error) {
        // Retries with the next save, as the agent may post no more for a while.
        for (const agentId of batch) posted.add(agentId)
        throw error
      }
    },

    async expire(): Promise<void> {
      const until = now() - settings.postGraceMs
      // After the clock was set back the span is empty.
      const expired = await posts.setOffline(Math.min(expiredUntil, until), until)
      expiredUntil = until
      await announce(expired)
    },
  }
}
