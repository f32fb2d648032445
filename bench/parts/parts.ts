import { measureBackup } from './backup.ts'
import { measureGrown } from './grown.ts'
import { measureOverload } from './overload.ts'
import type { Bench, Part, Section } from './part.ts'
import { runProgram } from './program.ts'
import { measureRewards } from './rewards.ts'
import { measureSlowClients } from './slowClients.ts'
import { measureStart } from './start.ts'
import { measureFirstViews } from './web.ts'

/** The parts of the benchmark beside the works, in the order of the report. `--only` takes their names. */
export const parts: Part[] = [
  { name: 'start', title: 'Second start', measure: measureStart },
  { name: 'web', title: 'First view in the browser', measure: measureFirstViews },
  { name: 'scans', title: 'Scans', measure: measureScanPart },
  { name: 'import', title: 'Import of voucher codes', measure: measureImportPart },
  { name: 'rewards', title: 'Vouchers, referrals and sales', measure: measureRewards },
  { name: 'grown', title: 'A shop that has grown', measure: measureGrown },
  { name: 'backup', title: 'Backup', measure: measureBackup },
  { name: 'overload', title: 'Overload', measure: measureOverload },
  { name: 'slow', title: 'Slow clients', measure: measureSlowClients },
]

async function measureScanPart({ port }: Bench): Promise<Section> {
  return {
    about: `Scans of 50 codes, each durable before its response, compared with the same server that answers 302 without a write.`,
    rows: await runProgram('bench/scans.ts', '--port', String(port), '--rounds', '3', '--seconds', '2'),
  }
}

async function measureImportPart(): Promise<Section> {
  return {
    about: `An import through our server, compared in turn with hand-written SQL for the same file and tables. Each run has a new database.`,
    rows: await runProgram('bench/voucherImport.ts', '--rounds', '2'),
  }
}
