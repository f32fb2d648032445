import { z } from 'zod'
import { OperatorError } from '../start/operatorError.ts'

/*
 * A backup is one tar file that ordinary tools open (tar, zstd, sha256sum):
 *
 *   FORMAT                            which format this is, and how to read it by hand
 *   tables/<table>/00000001.tsv.zst   rows as COPY writes text, some megabytes a part, packed by zstd
 *   files/<key>                       stored files, under the key that rows name, sorted by key
 *   checksums.sha256                  of every entry above, as sha256sum writes it
 *   manifest.json                     what should be there; comes last, since the counts are known last
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

/** Rows are packed in parts of about this size, so that a table of any size needs little memory. */
export const partBytes = 1024 * 1024
/** What one part may hold at most when it is unpacked: a single row may be larger than a part is meant to be. */
export const largestPart = 256 * 1024 * 1024

const count = z.number().int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/)

export const Manifest = z.object({
  format: z.literal('our-print-backup'),
  format_version: z.literal(formatVersion),
  /** The moment whose rows it holds. */
  at: z.iso.datetime(),
  postgresql: z.string(),
  /** Settings that belong to the data, to be set alike where it is restored. Never a secret. */
  settings: z.record(z.string(), z.string()),
  /** The schema: which migrations it had, and what they said. */
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
    /** Files that rows named and the storage did not have: uploads under way, and with --allow-missing-files lost ones. */
    under_way: count,
    missing: z.object({ count, first: z.array(z.string()) }),
  }),
  checksums_sha256: sha256,
})
export type Manifest = z.output<typeof Manifest>

/** A backup that must not be restored; the sentence names what is broken. */
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

/** Rows and columns in the text format of COPY: a line is a row, a tab stands between two columns, both escaped inside. */
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
