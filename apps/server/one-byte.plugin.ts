import type { Plugin } from 'vite'

const escapeLetter = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes letters beyond Latin-1. One such letter makes V8 keep the whole file in twice the memory, for as long as the
 * program runs.
 */
export function oneByte(): Plugin {
  return {
    name: 'one-byte',
    // Runs last: if it ran earlier, later steps would write the letters again.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, escapeLetter)
      }
    },
  }
}
