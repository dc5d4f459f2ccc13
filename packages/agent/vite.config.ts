import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }

// One file that needs Node 18 or newer and nothing else.
export default defineConfig({
  define: { __AGENT_VERSION__: JSON.stringify(version) },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/cli.ts',
    target: 'node18',
    minify: true,
    rolldownOptions: {
      // Optional speed-ups of `ws`; it works without them.
      external: ['bufferutil', 'utf-8-validate'],
      output: { entryFileNames: 'agent.mjs', codeSplitting: false },
    },
  },
})
