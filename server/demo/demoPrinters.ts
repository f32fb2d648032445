import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { Row } from './bulkLoad.queries.ts'
import { type Day, hour, opening } from './calendar.ts'
import { Random } from './random.ts'

export type DemoPrinter = Row & { id: string; prints_color: boolean }

const toner = (name: string, color: string, level: number) => ({
  name: `${name} toner`,
  kind: 'toner',
  color,
  level,
})

type Device = Pick<
  PrinterStatus,
  | 'message'
  | 'reasons'
  | 'make_and_model'
  | 'color'
  | 'pages_per_minute'
  | 'supplies'
  | 'impressions_completed'
> & { finishings: string[] }

/** What the made-up printers said of themselves; their counters, before the shop's first job. */
const devices = {
  mono: {
    message: 'A printer of the demo: nothing is printed',
    reasons: [],
    make_and_model: 'Demo MonoPress 90',
    color: false,
    finishings: ['staple', 'staple-top-left', 'punch'],
    pages_per_minute: 90,
    supplies: [toner('Black', '#000000', 62)],
    impressions_completed: 1_284_311,
  },
  color: {
    message: 'A printer of the demo: nothing is printed. Cyan toner: 8 % left',
    reasons: ['marker-supply-low'],
    make_and_model: 'Demo ColorPress 60',
    color: true,
    finishings: ['staple', 'booklet-maker'],
    pages_per_minute: 60,
    supplies: [
      toner('Black', '#000000', 71),
      toner('Cyan', '#00ffff', 8),
      toner('Magenta', '#ff00ff', 44),
      toner('Yellow', '#ffff00', 57),
    ],
    impressions_completed: 402_968,
  },
} satisfies Record<string, Device>

/**
 * The two printers of the shop. Their addresses are of the range for documentation (RFC 5737), which the server never contacts:
 * what they said of themselves stays as it is here, and a job for one of them fails with a sentence.
 */
export function makePrinters(days: readonly Day[], now: number): DemoPrinter[] {
  const random = new Random('printers')
  const created = (days[0] as Day).starts + opening
  const statusOf = (device: Device, paper_sizes: string[]): string =>
    JSON.stringify({
      ...device,
      state: 'idle',
      accepts_jobs: true,
      duplex: true,
      paper_sizes,
      media_ready: paper_sizes.map((size) => mediaNames[size] ?? ''),
      document_formats: ['application/pdf'],
      queued_jobs: 0,
      at: new Date(now).toISOString(),
    } satisfies PrinterStatus)
  const rowOf = (name: string, uri: string, device: Device, sizes: string[], clicks: [number, number]) => ({
    id: random.id(Math.floor(created + random.uniform(1, 3) * hour)),
    name,
    uri,
    prints_color: device.color,
    prints_duplex: true,
    paper_sizes: `{${sizes.join()}}`,
    click_bw: clicks[0],
    click_color: clicks[1],
    status: statusOf(device, sizes),
    seen_at: new Date(now).toISOString(),
    created_at: new Date(created).toISOString(),
  })
  return [
    rowOf('Mono press', 'ipp://192.0.2.21/ipp/print', devices.mono, ['A4', 'Letter'], [28, 0]),
    rowOf('Colour press', 'ipps://192.0.2.22/ipp/print', devices.color, ['A4', 'A3'], [60, 320]),
  ]
}

const mediaNames: Record<string, string> = {
  A4: 'iso_a4_210x297mm',
  A3: 'iso_a3_297x420mm',
  Letter: 'na_letter_8.5x11in',
}
