import type { Plugin } from 'vite'

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * V8 keeps a whole file in twice the room for one letter beyond Latin-1, and keeps it as long as the program runs: such
 * letters are written as escapes.
 */
export function oneByte(): Plugin {
  return {
    name: 'one-byte',
    // Whatever comes earlier writes the letters again.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\xff]/g, escaped)
      }
    },
  }
}
