/** The parts of which tests and benchmarks build other arrangements: a standby, another version, a superuser's connection. */
export { chooseAccount, give } from './account.ts'
export { findBinaries } from './binaries.ts'
export { cleanEnv, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts'
export { superuserFile } from './secrets.ts'
export { postgresSettings } from './settings.ts'
