import type { StockEntry, StockItem } from '@our-print/contract/printing/stock.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { activity, amountSign, asText, count, oneOrMany, plural, rupees } from '../../base/format/format.ts'

type Of = Pick<StockItem, 'kind'>

/** What is counted: 'sheets' of paper, 'sides' that toner yields; of one 'sheet' */
export const unitOf = ({ kind }: Of, amount: number) =>
  kind === 'paper' ? oneOrMany(amount, 'sheet', 'sheets') : oneOrMany(amount, 'side', 'sides')

/** '4,200 sheets', '9,800 sides' */
export const amountOf = (item: Of, amount: number) => `${count(amount)} ${unitOf(item, amount)}`

/** 'Paper A4, 80 g, for print jobs', 'Toner for Ricoh by the window' */
export function aboutItem(item: StockItem): string {
  const { kind, paper_size, weight, printer_data, color_only, is_default, is_active } = item
  const facts =
    kind === 'paper'
      ? [`Paper ${paper_size}`, weight && `${weight} g`, is_default && 'for print jobs']
      : [
          printer_data ? `Toner for ${printer_data.name}` : 'Toner of a printer that was deleted',
          color_only && 'colour only',
        ]
  return [!is_active && 'Inactive', ...facts].filter(Boolean).join(', ')
}

/** '₹0.52' for a sheet of paper; a side's toner costs less than a paisa has room for. */
export const unitCost = ({ unit_cost }: Pick<StockItem, 'unit_cost'>) =>
  unit_cost === null ? '–' : unit_cost >= 0.1 ? rupees(unit_cost) : `${amountSign()}${unit_cost.toFixed(4)}`

/** '₹0.52 a sheet' */
export const costOfOne = (item: StockItem) =>
  item.unit_cost === null ? '–' : asText(`${unitCost(item)} a ${unitOf(item, 1)}`)

/** 'about 12 days' */
export function lasts({ days_left, amount, is_active }: StockItem): string {
  if (!is_active || days_left === null || amount <= 0) return '–'
  if (days_left === 0) return 'Under a day'
  return days_left > 730 ? 'Over 2 years' : plural(days_left, 'day')
}

export const entryLabels: Record<StockEntry['kind'], string> = {
  delivery: 'Delivery',
  use: 'Print job',
  correction: 'Correction',
}

/** U+2212, the minus that is as wide as the plus. */
export const signed = (quantity: number) =>
  quantity === 0 ? '0' : `${quantity < 0 ? '−' : '+'}${count(Math.abs(quantity))}`

/** What others changed in an item since the person opened it. */
export const stockChanges = (seen: StockItem, current: StockItem) =>
  differences([
    ['Name', seen.name, current.name],
    ['Paper size', seen.paper_size ?? '', current.paper_size ?? ''],
    ['Weight', String(seen.weight ?? ''), String(current.weight ?? '')],
    ['Used by jobs', seen.is_default ? 'yes' : 'no', current.is_default ? 'yes' : 'no'],
    ['Printer', seen.printer_data?.name ?? '', current.printer_data?.name ?? ''],
    ['Colour only', seen.color_only ? 'yes' : 'no', current.color_only ? 'yes' : 'no'],
    ['In a pack', count(seen.pack_size), count(current.pack_size)],
    ['Low at', count(seen.low_at), count(current.low_at)],
    ['Status', activity(seen), activity(current)],
  ])
