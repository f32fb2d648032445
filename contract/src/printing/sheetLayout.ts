/** How many pages share one side of a sheet, or a booklet: two on a side, in the sequence for folding and stapling. */
export const layouts = ['1-up', '2-up', '4-up', 'booklet'] as const
export type Layout = (typeof layouts)[number]

/**
 * What happens to pages that are not as large as the paper. `actual`: printed at their own size, in the middle; what is
 * outside the paper is cut off. `shrink`: larger ones are made smaller until they fit. `fit`: all are made as large as the
 * paper allows. `refuse`: such an order is not taken. A layout with several pages on a side shrinks what results, paper and all.
 */
export const fits = ['actual', 'shrink', 'fit', 'refuse'] as const
export type Fit = (typeof fits)[number]

export type SheetChoices = {
  layout: Layout
  sides: 'single' | 'double'
  /** One document of all files instead of one for each. */
  bundle: boolean
}

/** A place on a side: a page (from 1) of a file (from 0), or null where it stays blank. */
export type Place = { file: number; page: number } | null
/** What is printed on one side of a sheet: its places from left to right and from top to bottom. */
export type Side = Place[]

/** What leaves the printer as one print job: the sides in sequence; with double sides two of them make a sheet. */
export type LaidDocument = { files: number[]; sides: Side[]; duplex: boolean }

const placesOf = { '1-up': 1, '2-up': 2, '4-up': 4, booklet: 2 } as const

/**
 * Lays the chosen pages of each file on sides: one document for each file, or one bundle. In a bundle each file starts on a
 * new sheet, in a booklet on a right-hand page. Sides at the end that would be blank are left out.
 */
export function laySheets(files: readonly (readonly number[])[], choices: SheetChoices): LaidDocument[] {
  const duplex = choices.sides === 'double'
  const groups = choices.bundle ? [[...files.keys()]] : [...files.keys()].map((file) => [file])
  return groups.map((group) => {
    const chosen = group.map((file) => (files[file] ?? []).map((page) => ({ file, page })))
    const sides =
      choices.layout === 'booklet' ? layBooklet(chosen) : layInRows(chosen, placesOf[choices.layout])
    return { files: group, sides, duplex }
  })

  function layInRows(chosen: Place[][], perSide: number): Side[] {
    const sides: Side[] = []
    for (const pages of chosen) {
      if (duplex && sides.length % 2 === 1) sides.push(blanks(perSide))
      for (let at = 0; at < pages.length; at += perSide)
        sides.push(filled(pages.slice(at, at + perSide), perSide))
    }
    return withoutBlankEnd(sides)
  }
}

/** Saddle stitch: the sheets are stacked, folded in the middle and read from the first page to the last. */
function layBooklet(chosen: Place[][]): Side[] {
  const pages: Place[] = []
  for (const each of chosen) {
    if (pages.length % 2 === 1) pages.push(null)
    pages.push(...each)
  }
  const all = filled(pages, Math.ceil(pages.length / 4) * 4)
  const at = (index: number) => all[index] ?? null
  const sides = Array.from({ length: all.length / 2 }, (_, i) => {
    const [early, late] = [at(i), at(all.length - 1 - i)]
    // The front of a sheet has the earlier page on the right, its back on the left.
    return i % 2 === 0 ? [late, early] : [early, late]
  })
  return withoutBlankEnd(sides)
}

const blanks = (count: number): Place[] => Array.from({ length: count }, () => null)
const filled = (places: Place[], count: number): Place[] => [...places, ...blanks(count - places.length)]

/** Whether nothing is printed on a side. */
export const isBlank = (side: Side) => side.every((place) => place === null)

const withoutBlankEnd = (sides: Side[]): Side[] =>
  sides.slice(0, sides.findLastIndex((side) => !isBlank(side)) + 1)

export type SheetCounts = {
  /** Sides that the printer prints: the pages of the document that it gets. */
  impressions: number
  /** Of those, sides that stay blank so that the next file starts on a new sheet. They cost nothing. */
  blank_sides: number
  sheets: number
  /** Impressions with a page that carries colour. */
  color_impressions: number
}

/** Counts what documents need. `isColor` tells whether a page (from 1) of a file (from 0) carries colour. */
export function countSheets(documents: readonly LaidDocument[], isColor: IsColor = () => false): SheetCounts {
  const counts = { impressions: 0, blank_sides: 0, sheets: 0, color_impressions: 0 }
  for (const { sides, duplex } of documents) {
    counts.impressions += sides.length
    counts.sheets += duplex ? Math.ceil(sides.length / 2) : sides.length
    for (const side of sides) {
      if (isBlank(side)) counts.blank_sides += 1
      else if (side.some((place) => place && isColor(place.file, place.page))) counts.color_impressions += 1
    }
  }
  return counts
}

type IsColor = (file: number, page: number) => boolean

/** The sides that an order pays for, once a copy, and of those the ones in colour; with one page on a side, its pages. */
export type PaidSides = { paid_sides: number; paid_color_sides: number }

/**
 * What is paid for: the sides with a page on them. A bundle never costs more than its files apart, although a booklet of
 * several files may print one side more.
 */
export function countPaidSides(
  files: readonly (readonly number[])[],
  choices: SheetChoices,
  isColor?: IsColor,
): PaidSides {
  const { impressions, blank_sides, color_impressions } = countSheets(laySheets(files, choices), isColor)
  const own = { paid_sides: impressions - blank_sides, paid_color_sides: color_impressions }
  if (!choices.bundle) return own
  const apart = countPaidSides(files, { ...choices, bundle: false }, isColor)
  return {
    paid_sides: Math.min(own.paid_sides, apart.paid_sides),
    paid_color_sides: Math.min(own.paid_color_sides, apart.paid_color_sides),
  }
}

/** How many places a side has across and down, where the pages are upright or landscape; and whether the sheet lies across. */
export function gridOf(
  layout: Layout,
  isLandscape: boolean,
): { across: number; down: number; isLandscape: boolean } {
  if (layout === '1-up') return { across: 1, down: 1, isLandscape }
  if (layout === '4-up') return { across: 2, down: 2, isLandscape }
  if (layout === '2-up' && isLandscape) return { across: 1, down: 2, isLandscape: false }
  // In a booklet, landscape pages are turned.
  return { across: 2, down: 1, isLandscape: true }
}

/** The edge at which double-sided sheets turn like the pages of a book. */
export const bindingEdge = (layout: Layout, isLandscape: boolean): 'long' | 'short' =>
  gridOf(layout, isLandscape).isLandscape ? 'short' : 'long'
