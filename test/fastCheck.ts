import fc from 'fast-check'

/** What random tests begin with: always the same, unless SEED names another number. A failure prints it. */
export const seed = Number(process.env['SEED'] ?? 1)

fc.configureGlobal({ seed })

// Every test takes fast-check from here, so that none is red by chance: test/architecture.test.ts refuses the package itself.
export default fc
