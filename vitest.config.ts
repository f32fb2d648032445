import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than vitest takes on two cores: tests that start and kill servers wait for half of their time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          globalSetup: 'server/test/globalSetup.ts',
          environment: 'node',
          include: ['{contract,postgres,server,scripts,test}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/size.test.ts', '**/*.plans.test.ts'],
          // Starts, kills and imports take their time on a busy machine; a test that passes never waits it out.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      // On a PostgreSQL that writes down how it ran each statement: tests of plans and of rows touched, never of time.
      {
        test: {
          name: 'plans',
          globalSetup: 'server/test/plansSetup.ts',
          environment: 'node',
          include: ['{server,test}/**/*.plans.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/setup.ts'],
          testTimeout: 30_000,
        },
      },
      // Looks at what `npm run build` wrote, so it needs that first.
      { test: { name: 'size', environment: 'node', include: ['test/size.test.ts'] } },
    ],
  },
})
