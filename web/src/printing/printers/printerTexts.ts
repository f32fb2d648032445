import type { Printer } from '@our-print/contract/printing/printers.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { listed, rupees, yesNo } from '../../base/format/format.ts'

type Limits = Pick<Printer, 'prints_color' | 'prints_duplex' | 'paper_sizes'>

/** What a printer is used for: 'Colour, both sides, A4 and A3' */
export const limitsText = ({ prints_color, prints_duplex, paper_sizes }: Limits) =>
  [
    prints_color ? 'Colour' : 'Black & white',
    prints_duplex ? 'both sides' : 'one side',
    listed(paper_sizes),
  ].join(', ')

/** 'iso_a4_210x297mm' is 'A4'. */
export function mediaName(keyword: string): string {
  const [, name = keyword] = /^(?:iso|na|jis|om|oe|custom)_([^_]+)_/.exec(keyword) ?? []
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** 'staple-top-left' is 'Staple top left'. */
export const finishingName = (keyword: string) =>
  (keyword.charAt(0).toUpperCase() + keyword.slice(1)).replaceAll('-', ' ')

/** The changes between the version of a printer that the person saw and the current one. */
export const printerChanges = (seen: Printer, current: Printer) =>
  differences([
    ['Name', seen.name, current.name],
    ['Address', seen.uri, current.uri],
    ['User name', seen.username ?? '', current.username ?? ''],
    ['Password', yesNo(seen.has_password), yesNo(current.has_password)],
    ['Certificate', seen.certificate ?? '', current.certificate ?? ''],
    ['Active', yesNo(seen.is_active), yesNo(current.is_active)],
    ['Prints', limitsText(seen), limitsText(current)],
    ['Black & white side', rupees(seen.click_bw), rupees(current.click_bw)],
    ['Colour side', rupees(seen.click_color), rupees(current.click_color)],
  ])
