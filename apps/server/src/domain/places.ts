import type { Actor } from './actors.ts'
import { AppError } from './errors.ts'

type Wanted = { max: number; message: string; code?: string }

function whoseOf({ userId, credential }: Actor): string {
  if (credential?.display) return `display ${credential.id}`
  return credential ? `tokens of ${userId}` : userId
}

/**
 * Places for what goes on for a while: so many at a time for each person, as many for their tokens together, and for each
 * display, at each instance. Answers how to give the place back, once.
 * @throws AppError too_many
 */
export function createPlaces({ max, message, code }: Wanted) {
  const taken = new Map<string, number>()
  return (actor: Actor): (() => void) => {
    // So no program keeps its owner out.
    const whose = whoseOf(actor)
    const count = taken.get(whose) ?? 0
    if (count >= max) throw new AppError('too_many', message, code === undefined ? {} : { code })
    taken.set(whose, count + 1)
    return () => {
      const left = (taken.get(whose) ?? 1) - 1
      if (left === 0) taken.delete(whose)
      else taken.set(whose, left)
    }
  }
}
