import { programVersion } from '@atalaya/contract/program-version'

/** Version of the program on this page. */
export const runningVersion = (): string =>
  programVersion(__VERSION__, document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null)
