import type { Actor } from './actors.ts'
import { AppError } from './errors.ts'

type SlotOptions = { max: number; message: string; code?: string }

function ownerKeyOf({ userId, credential }: Actor): string {
  if (credential?.display) return `display ${credential.id}`
  return credential ? `tokens of ${userId}` : userId
}

/**
 * Limit on long-lived work, at each instance. A person, all tokens of a person together, and a display each
 * have `max` slots. The returned function takes a slot, and returns a function that frees it. Call that one once.
 *
 * @throws AppError too_many if no slot is free when one is taken
 */
export function createSlotLimit({ max, message, code }: SlotOptions) {
  const taken = new Map<string, number>()
  return (actor: Actor): (() => void) => {
    // Tokens have a key of their own, so that programs never use up their owner's slots.
    const ownerKey = ownerKeyOf(actor)
    const count = taken.get(ownerKey) ?? 0
    if (count >= max) throw new AppError('too_many', message, code === undefined ? {} : { code })
    taken.set(ownerKey, count + 1)
    return () => {
      const left = (taken.get(ownerKey) ?? 1) - 1
      if (left === 0) taken.delete(ownerKey)
      else taken.set(ownerKey, left)
    }
  }
}
