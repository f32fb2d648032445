import type { Pool } from '../database/db.ts'

const manyDeltas = 500

/**
 * Brings the deltas of the order counters in. After many of them the table is vacuumed at once: its dead rows would
 * make every count slower until autovacuum comes by.
 */
export async function foldCounts(pool: Pool): Promise<number> {
  const [{ folded }] = await pool<[{ folded: number }]>`select fold_order_counts() as folded`
  if (folded >= manyDeltas) await pool`vacuum order_count_deltas`
  return folded
}
