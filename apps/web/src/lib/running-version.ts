import { programVersion } from '@atalaya/contract/program-version'

/** Release and build of the client in this tab; the name of its first script has the build. */
export const runningVersion = (): string =>
  programVersion(__VERSION__, document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null)
