import { z } from 'zod'
import { OperatorError } from '../../base/operatorError.ts'

/*
 * A backup is one tar file that ordinary tools open (tar, zstd, sha256sum):
 *
 *   FORMAT                            which format this is, and how to read it by hand
 *   tables/<table>/00000001.tsv.zst   rows in COPY's text format, about 1 MB in each part, compressed with zstd
 *   files/<key>                       stored files under their storage keys, sorted by key
 *   checksums.sha256                  of every entry above, in the format of sha256sum
 *   manifest.json                     what the backup must contain; last, because the counts are known last
 *   manifest.sha256
 *
 * See docs/decisions/014-a-backup-is-rows-and-files.md.
 */

export const formatVersion = 1
export const formatLine = (version: number) => `our-print-backup ${version}`

export const formatText = `${formatLine(formatVersion)}

A backup of Our Print. Restore it with: npm run restore -- FILE
By hand: "sha256sum -c checksums.sha256" checks it, "zstd -dc tables/orders/*.tsv.zst" gives the rows of a table in the
text format of PostgreSQL's COPY; the columns of each table are in manifest.json, the files under files/.
`

export const names = {
  format: 'FORMAT',
  checksums: 'checksums.sha256',
  manifest: 'manifest.json',
  manifestChecksum: 'manifest.sha256',
  part: (table: string, part: number) => `tables/${table}/${String(part).padStart(8, '0')}.tsv.zst`,
  file: (key: string) => `files/${key}`,
}

/** Rows are compressed in parts of about this size, so that memory does not grow with the table. */
export const partBytes = 1024 * 1024
/** The maximum size of an uncompressed part; a single row may be larger than partBytes. */
export const maxPartBytes = 256 * 1024 * 1024

const count = z.number().int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)

export const Manifest = z.object({
  format: z.literal('our-print-backup'),
  format_version: z.literal(formatVersion),
  /** The version of the program that made it; those before 1.0 did not say theirs. */
  version: z.string().default('before 1.0'),
  /** The time of the snapshot. */
  at: z.iso.datetime(),
  postgresql: z.string(),
  /** Settings that belong to the data and must be the same after a restore. Never a secret. */
  settings: z.record(z.string(), z.string()),
  /** The schema: the applied migrations and their hashes. */
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier).min(1),
      rows: count,
      parts: count,
      bytes: count,
    }),
  ),
  sequences: z.array(
    z.object({ name: identifier, last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
  files: z.object({
    count,
    bytes: count,
    /** Files that rows name and the storage does not have: uploads in progress, and with --allow-missing-files lost ones. */
    under_way: count,
    missing: z.object({ count, first: z.array(z.string()) }),
  }),
  checksums_sha256: sha256,
})
export type Manifest = z.output<typeof Manifest>

/** A damaged backup, which must not be restored; the message says what is damaged. */
export class BrokenBackup extends OperatorError {
  constructor(sentence: string) {
    super(`The backup is broken: ${sentence}`)
  }
}

export function countLines(rows: Buffer): number {
  let lines = 0
  for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) lines++
  return lines
}

/** Counts rows and column separators in COPY's text format; newlines and tabs inside values are escaped. */
export function countCells(rows: Buffer): { lines: number; tabs: number } {
  let lines = 0
  let tabs = 0
  for (let at = 0; at < rows.length; at++) {
    const byte = rows[at]
    if (byte === 9) tabs++
    else if (byte === 10) lines++
  }
  return { lines, tabs }
}
