import Link from '@mui/material/Link'
import { parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { count, plural } from '../../base/format/format.ts'
import { useColorPages } from '../../printing/preflight/useColorPages.ts'
import type { ChosenFile } from '../../printing/sheets/countOrder.ts'
import type { NewOrderFields } from './newOrderForm.ts'

/** What the chosen colour means for the pages of the files, and the choice that fits them better. */
export function useColorHint(uploads: readonly ChosenFile[]): ReactNode {
  const { setValue } = useFormContext<NewOrderFields>()
  const color = useWatch<NewOrderFields, 'color'>({ name: 'color' })
  const colored = useColorPages(uploads)
  const chosen = uploads.map(
    ({ page_ranges, page_count }) => parsePageRanges(page_ranges ?? '', page_count).pages ?? [],
  )
  const pages = chosen.flat().length
  const inColor =
    colored && chosen.flatMap((each, file) => each.filter((page) => colored[file]?.has(page))).length
  if (pages === 0) return color === 'mixed' ? 'Only pages that carry colour are printed in colour.' : null
  if (inColor === undefined) return color === 'mixed' ? 'Looking for pages in colour…' : null

  const black = pages - inColor
  const choose = (choice: NewOrderFields['color'], text: string) => (
    <Link
      component="button"
      type="button"
      onClick={() => setValue('color', choice, { shouldDirty: true })}
      sx={{ font: 'inherit', verticalAlign: 'baseline' }}
    >
      {text}
    </Link>
  )
  if (color === 'mixed')
    return inColor === 0
      ? 'No page carries colour: all are printed in black and white.'
      : `${count(inColor)} in colour, ${count(black)} black and white.`
  if (color === 'bw' && inColor > 0)
    return (
      <>
        {plural(inColor, 'page carries', 'pages carry')} colour and {inColor === 1 ? 'is' : 'are'} printed in
        grey. {choose(black > 0 ? 'mixed' : 'color', black > 0 ? 'Print them in colour' : 'Print in colour')}
      </>
    )
  if (color === 'color' && black > 0)
    return inColor === 0 ? (
      <>No page carries colour. {choose('bw', 'Print in black and white')}</>
    ) : (
      <>
        {plural(black, 'page carries', 'pages carry')} no colour. {choose('mixed', 'Print them in black')}
      </>
    )
  return null
}
