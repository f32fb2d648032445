import type { Db } from '../../base/database/db.ts'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import type { NotCheckedReason } from '../prepress/preflighter.ts'
import type { Report } from '../prepress/summarize.ts'

/** A file to print: where its bytes are, and what is known of how it prints. */
export interface FileToPrint {
  name: string
  content_type: CheckedType
  storage_key: string
  removed_at: string | null
  page_count: number
  report: Report | null
  refusal: NotCheckedReason | null
}

export async function find(db: Db, id: string): Promise<FileToPrint | undefined> {
  const [file] = await db<FileToPrint[]>`
    select f.name, f.content_type, f.storage_key, f.removed_at, f.page_count, p.report, p.refusal
    from order_files f left join file_preflights p on p.file_id = f.id
    where f.id = ${id} and f.kind = 'print'`
  return file
}

/**
 * Keeps a report, or why there is none, unless the file is deleted by now. Another process may have read the same file: either
 * verdict stays.
 */
export const save = (db: Db, id: string, verdict: Report | NotCheckedReason) => db`
  insert into file_preflights (file_id, report, refusal)
  select id, ${typeof verdict === 'string' ? null : db.json(verdict)}, ${typeof verdict === 'string' ? verdict : null}
  from order_files where id = ${id} for key share
  on conflict (file_id) do nothing`
