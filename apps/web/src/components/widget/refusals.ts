import { createContext } from 'react'

/** What the page did not do for a module: where it stands in what the module said, and why, in a sentence. */
export type Refusal = { path: string; why: string }

/** Told of each refusal where somebody makes a module; nobody listens on a board. */
export const RefusalContext = createContext<(refusal: Refusal) => void>(() => undefined)
