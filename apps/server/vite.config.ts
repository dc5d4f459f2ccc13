import { defineConfig } from 'vite'
import { addresses } from './addresses.plugin.ts'
import { oneByte } from './one-byte.plugin.ts'
import { sourceStacks } from './source-stacks.plugin.ts'

// What `npm start` runs: one file for the program and what it shares with its threads, and one for each of what is
// loaded when it is first needed. All lie side by side, and none is shorter than it was written, so that a stack can be
// read.
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
