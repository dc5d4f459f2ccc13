import { defineConfig } from 'vite'
import { addresses } from './addresses.plugin.ts'
import { oneByte } from './one-byte.plugin.ts'
import { sourceStacks } from './source-stacks.plugin.ts'

// Builds the program of `npm start`. One file has the code that it shares with its threads, and each late part has its
// own. All lie side by side. None is minified, so that a stack can be read.
export default defineConfig({
  plugins: [addresses(), sourceStacks(), oneByte()],
  ssr: {
    target: 'node',
    noExternal: true,
    // Machine code, files of their own, or a thread's whole folder, read by address.
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
