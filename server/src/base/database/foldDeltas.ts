import type { Pool } from './db.ts'

const vacuumThreshold = 500

/**
 * Folds the deltas of all figures into their counters; returns how many. After many deltas their table is vacuumed immediately,
 * because dead rows would make every count slower until autovacuum runs.
 */
export async function foldDeltas(pool: Pool): Promise<number> {
  const [{ folded }] = await pool<[{ folded: number }]>`select fold_figures() as folded`
  if (folded >= vacuumThreshold) await pool`vacuum figure_deltas`
  return folded
}
