import { mib, milliseconds } from '../report/format.ts'
import { measureScans } from '../scans.ts'
import { measureImport } from '../voucherImport.ts'
import type { Bench, Section } from './part.ts'

/** Scans, each durable before its response. */
export async function measureScanPart({ load, postgresUrl, folder, port }: Bench): Promise<Section> {
  const about = `Scans of 50 codes at 64 clients, each durable before its response, compared with the same server that answers 302 without a write; at one client, with one that looks the code up.`
  const options = { postgresUrl, folder: `${folder}scans`, port, rounds: 5, seconds: 2 }
  const { scan, besideBare, besideLook, insert } = await measureScans(load, options)
  return {
    about,
    rows: [
      {
        work: 'durable scans at 64 clients',
        measured: `${Math.round(scan.perSecond).toLocaleString('en')}/s`,
        beside: `${besideBare.throughput.toFixed(2)} of a 302 without a write, ${besideLook.throughput.toFixed(2)} of one with a look-up`,
        target: '≥ 0.8',
        isKept: besideBare.throughput >= 0.8,
      },
      {
        work: 'a durable scan, p50 at one client',
        measured: milliseconds(scan.p50),
        beside: `${besideLook.p50.toFixed(2)} of a 302 with a look-up; one row inserted by plain SQL takes ${milliseconds(insert)}`,
        target: '≤ 1.6',
        isKept: besideLook.p50 <= 1.6,
      },
    ],
  }
}

/** Imports of voucher codes beside a bare COPY. */
export async function measureImportPart({ postgresUrl, folder, port, sizes }: Bench): Promise<Section> {
  const codes = sizes.at(-1) ?? 0
  const about = `An import of ${codes.toLocaleString('en')} codes through our server, compared in turn with a bare \`COPY\` of the same codes into the final tables with their indexes. Each run has a new database.`
  const { copy, ours, ratio, processorRatio, growth, list } = await measureImport({
    postgresUrl,
    folder: `${folder}import`,
    port,
    rounds: 3,
    codes,
    details: false,
  })
  return {
    about,
    rows: [
      {
        work: 'import of voucher codes',
        measured: `${ours.seconds.toFixed(1)} s`,
        beside: `${ratio.toFixed(2)} of the speed of \`COPY\` (${copy.seconds.toFixed(1)} s), ${processorRatio.toFixed(2)} by CPU time`,
        target: '≥ 0.8',
        isKept: ratio >= 0.8,
      },
      {
        work: 'memory of the server during an import',
        measured: `+ ${mib(growth)}`,
        target: '≤ 30 MB',
        isKept: growth <= 30e6,
      },
      {
        work: 'a list during an import',
        measured: `p99 ${milliseconds(list.during)}`,
        beside: `${(list.during / list.idle).toFixed(1)} of idle`,
        target: '≤ 3',
        isKept: list.during <= 3 * list.idle,
      },
    ],
  }
}
