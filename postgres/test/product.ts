import type { Product } from '../src/product.ts'

/** A program of another name than the one this repository builds: the package must know nothing of it. */
export const product: Product = {
  name: 'The Program',
  role: 'the_program',
  programsFolder: '/var/lib/the-program-test',
  backupAdvice: 'make a backup',
  otherServerAdvice: 'use another server',
}
