import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const tests = (process.env['MUTANT_TESTS'] ?? '').split(',')

// Runs the tests against mutants. The root is Stryker's copy, which contains them.
export default defineConfig({
  plugins: [
    {
      name: 'sql-mutant',
      enforce: 'pre',
      // The source that sql.ts changed; the file itself is not changed.
      load: (id) => (id === process.env['MUTANT_FILE'] ? process.env['MUTANT_SOURCE'] : undefined),
    },
  ],
  resolve: {
    // node_modules would lead to the unchanged contract.
    alias: { '@our-print/contract': resolve('contract/src') },
  },
  test: {
    name: 'mutants',
    // The cache would return the unchanged file without calling the plugin.
    fsModuleCache: false,
    environment: 'node',
    globalSetup: tests.some((file) => file.startsWith('server')) ? 'server/test/globalSetup.ts' : [],
    include: tests,
    exclude: ['**/node_modules/**'],
    // As in the usual runs: some tests wait for longer than Vitest's own second.
    expect: { poll: { timeout: 15_000 } },
    // Stryker ends a mutant that hangs; a test that is only slow must not fail, or its whole group does.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
