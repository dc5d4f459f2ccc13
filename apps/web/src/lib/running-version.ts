import { programVersion } from '@atalaya/contract/program-version'

/** The version of the program that runs on this page. */
export const runningVersion = (): string =>
  programVersion(__VERSION__, document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null)
