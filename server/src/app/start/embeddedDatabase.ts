import * as postgres from '@our-print/postgres/embeddedPostgres.ts'

const product: postgres.Product = {
  name: 'Our Print',
  role: 'our_print',
  programsFolder: '/var/lib/our-print',
  backupAdvice: 'use npm run backup',
  otherServerAdvice: 'set DATABASE_URL to another PostgreSQL',
}

/** Runs the shop's own PostgreSQL on a data folder until stop(). */
export const startEmbeddedPostgres = (options: Omit<postgres.StartOptions, 'product'>) =>
  postgres.startEmbeddedPostgres({ product, ...options })

/** The address of the PostgreSQL that another process runs on a data folder, if one answers. */
export const joinEmbeddedPostgres = (dataDir: string) => postgres.joinEmbeddedPostgres(product, dataDir)

/** Whether a data folder holds a database. */
export const hasDatabase = (dataDir: string) => postgres.hasDatabase(product, dataDir)
