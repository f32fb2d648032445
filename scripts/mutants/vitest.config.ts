import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const tests = (process.env['MUTANT_TESTS'] ?? '').split(',')

// The tests as the mutants meet them. The root is where the command runs: Stryker's copy, which holds the mutants.
export default defineConfig({
  plugins: [
    {
      name: 'sql-mutant',
      enforce: 'pre',
      // The file that sql.ts has changed just now, which stays as it is in the tree.
      load: (id) => (id === process.env['MUTANT_FILE'] ? process.env['MUTANT_SOURCE'] : undefined),
    },
  ],
  resolve: {
    // node_modules leads to the contract as it is in the tree, where nothing is changed.
    alias: { '@our-print/contract': resolve('contract/src') },
  },
  test: {
    name: 'mutants',
    // It would answer with the file as it is, without asking the plugin.
    fsModuleCache: false,
    environment: 'node',
    globalSetup: tests.some((file) => file.startsWith('server')) ? 'server/test/globalSetup.ts' : [],
    include: tests,
    exclude: ['**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
