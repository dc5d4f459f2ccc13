import { defineConfig } from 'vite'
import { addresses } from './addresses.plugin.ts'
import { oneByte } from './one-byte.plugin.ts'
import { sourceStacks } from './source-stacks.plugin.ts'

// Builds the program of `npm start` into one folder. Code that the program shares with its threads is one file. Each
// part that is imported on demand is a file of its own. None is minified, so that stack traces can be read.
export default defineConfig({
  plugins: [addresses(), sourceStacks(), oneByte()],
  ssr: {
    target: 'node',
    noExternal: true,
    // Not bundled: they have native code, read files from their own folder, or load a whole folder at run time.
    external: [
      '@node-rs/argon2',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      '@nats-io/transport-node',
      'gamedig',
      'pg',
    ],
  },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Optional speed-ups of `ws`; it works without them.
      external: ['bufferutil', 'utf-8-validate'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
        comments: false,
      },
    },
  },
})
