import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['{packages,modules}/*/real/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
