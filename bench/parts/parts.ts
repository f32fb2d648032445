import { measureAudit } from './audit.ts'
import { measureBackup } from './backup.ts'
import { measureImportPart, measureScanPart } from './files.ts'
import { measureFind } from './find.ts'
import { measureGrown } from './grown.ts'
import { measureLive } from './live.ts'
import { measureOverload } from './load/overload.ts'
import { measureSlowClients } from './load/slowClients.ts'
import type { Part } from './part.ts'
import { measurePreflight } from './preflight.ts'
import { measureRewards } from './rewards.ts'
import { measureStart } from './start.ts'
import { measureFirstViews } from './web.ts'
import { measureWebhooks } from './webhooks.ts'

/** The parts of the benchmark beside the works, in the order of the report. `--only` takes their names. */
export const parts: Part[] = [
  { name: 'start', title: 'Second start', measure: measureStart },
  { name: 'web', title: 'First view in the browser', measure: measureFirstViews },
  { name: 'scans', title: 'Scans', measure: measureScanPart },
  { name: 'import', title: 'Import of voucher codes', measure: measureImportPart },
  { name: 'rewards', title: 'Vouchers, referrals and sales', measure: measureRewards },
  { name: 'grown', title: 'A shop that has grown', measure: measureGrown },
  { name: 'find', title: 'The search across the app', measure: measureFind },
  { name: 'audit', title: 'The audit at ten million entries', measure: measureAudit },
  { name: 'backup', title: 'Backup', measure: measureBackup },
  { name: 'webhooks', title: 'Webhooks', measure: measureWebhooks },
  { name: 'preflight', title: 'How files print', measure: measurePreflight },
  { name: 'overload', title: 'Overload', measure: measureOverload },
  { name: 'live', title: 'Streams of events', measure: measureLive },
  { name: 'slow', title: 'Slow clients', measure: measureSlowClients },
]
