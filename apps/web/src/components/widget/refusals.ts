import { createContext } from 'react'

/** A refused action of a module: its place in the module's message, and the reason in a sentence. */
export type Refusal = { path: string; why: string }

/** Receives refusals while a module is developed; on a board nothing listens. */
export const RefusalContext = createContext<(refusal: Refusal) => void>(() => undefined)
