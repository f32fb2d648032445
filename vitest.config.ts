import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// For the workers and the servers that tests start: each would compile the same modules again, for a third of its start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/our-print/compiled')

// Only what hangs ends by time: no passing test waits this long, on a machine that is twenty times too busy either.
const hangMs = 600_000
const expect = { poll: { timeout: 240_000 } }

// The files of a worker share their modules: a process and imports for each file took a second of processor time, a third of
// all. What a file changes outside its modules, it restores.
const isolate = false

// Packages as they are shipped, without what they check during development: a fifth of the time of the page tests.
const shipped = { resolve: { conditions: ['node'] } }

export default defineConfig({
  test: {
    tags: [
      {
        name: 'proof',
        description: 'A test that takes long and stands among others: for `npm run test:all` alone.',
      },
    ],
    // Vitest would use one worker on two cores, but tests that start and kill servers wait for half of their time: those of the
    // longest files took 162 s of processor time in 335 s, on a machine with other work (2026-11-22).
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          expect,
          isolate,
          globalSetup: 'server/test/globalSetup.ts',
          environment: 'node',
          include: ['{contract,postgres,server,scripts,test}/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            'test/size.test.ts',
            '**/*.plans.test.ts',
            '**/*.proof.test.ts',
            '**/*.alone.test.ts',
          ],
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      // What `npm run test:all` adds: kills, faults, several processes, backups, generated and bad requests.
      {
        test: {
          name: 'proofs',
          expect,
          globalSetup: 'server/test/globalSetup.ts',
          environment: 'node',
          include: ['{contract,postgres,server,scripts,test}/**/*.proof.test.ts'],
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      // What replaces modules, and what waits for the oldest transaction of the whole PostgreSQL, which other tests would hold up.
      {
        test: {
          name: 'alone',
          expect,
          globalSetup: 'server/test/globalSetup.ts',
          environment: 'node',
          include: ['{server,e2e}/**/*.alone.test.ts'],
          fileParallelism: false,
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      // Tests of query plans and rows read, on a PostgreSQL that logs the executed plan of each statement; with the proofs.
      {
        test: {
          name: 'plans',
          expect,
          globalSetup: 'server/test/plansSetup.ts',
          environment: 'node',
          include: ['{server,test}/**/*.plans.test.ts'],
          fileParallelism: false,
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        ssr: shipped,
        test: {
          name: 'web',
          expect,
          isolate,
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.alone.test.{ts,tsx}'],
          setupFiles: ['web/test/setup.ts'],
          testTimeout: hangMs,
        },
      },
      // Files that replace modules, which others of their worker may have loaded.
      {
        ssr: shipped,
        test: {
          name: 'webAlone',
          expect,
          environment: 'jsdom',
          include: ['web/**/*.alone.test.{ts,tsx}'],
          setupFiles: ['web/test/setup.ts'],
          testTimeout: hangMs,
        },
      },
      // Needs the output of `npm run build`.
      {
        test: {
          name: 'size',
          environment: 'node',
          include: ['test/size.test.ts'],
          testTimeout: hangMs,
        },
      },
    ],
  },
})
