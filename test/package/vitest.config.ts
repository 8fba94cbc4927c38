import { defineConfig } from 'vitest/config'

// Apart from the plain suite: it packs, installs and starts other Node lines, which takes minutes and a registry.
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // They wait for npm; of its own, vitest takes one worker fewer than there are cores.
    maxWorkers: 2,
  },
})
