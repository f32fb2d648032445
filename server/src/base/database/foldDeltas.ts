import type { Pool } from './db.ts'

const vacuumThreshold = 500

/** A function of the database that adds changes to counters, and the table that holds the changes until then, if it is one of its own. */
type Fold = { run: string; deltas: string | undefined }

export const folds = {
  figures: { run: 'fold_figures', deltas: 'figure_deltas' },
  audit: { run: 'fold_audit_counts', deltas: undefined },
}

/**
 * Folds deltas into their counters; returns how many. After many deltas their table is vacuumed immediately, because
 * dead rows would make every count slower until autovacuum runs.
 */
export async function foldDeltas(pool: Pool, { run, deltas }: Fold): Promise<number> {
  const [{ folded }] = await pool<[{ folded: number }]>`select ${pool(run)}() as folded`
  if (deltas && folded >= vacuumThreshold) await pool`vacuum ${pool(deltas)}`
  return folded
}
