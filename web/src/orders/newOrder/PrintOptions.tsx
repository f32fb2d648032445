import { parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import { layouts } from '@our-print/contract/printing/sheetLayout.ts'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput, TextInput } from '../../base/form/contractForm.tsx'
import { count, plural } from '../../base/format/format.ts'
import { LinkButton } from '../../base/ui/Link.tsx'
import { useColorPages } from '../../printing/preflight/useColorPages.ts'
import type { ChosenFile } from '../../printing/sheets/countOrder.ts'
import {
  bindingLabels,
  colorLabels,
  layoutLabels,
  sidesLabels,
} from '../../shop/configurations/printTexts.ts'
import type { NewOrderFields } from './newOrderForm.ts'
import grid from './optionGrid.module.css'
import styles from './SheetOptions.module.css'
import type { Uploads } from './useUploads.ts'

const SheetOptions = lazyPart(() => import('./SheetOptions.tsx'))

const options = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const papers = paperSizes.map((value) => ({ value, label: value }))

/** The print options, and what they come to. */
export function PrintOptions({ uploads }: { uploads: Uploads }) {
  const { setValue } = useFormContext<NewOrderFields>()
  const layout = useWatch<NewOrderFields, 'layout'>({ name: 'layout' })
  return (
    <>
      <div className={grid.grid}>
        <ChoiceInput
          name="color"
          label="Colour"
          options={options(colorChoices, colorLabels)}
          hint={useColorHint(uploads.uploads)}
        />
        <ChoiceInput
          name="sides"
          label="Sides"
          options={options(sides, sidesLabels)}
          disabled={layout === 'booklet'}
          hint={layout === 'booklet' && 'A booklet is printed on both sides.'}
        />
        <div className={grid.narrow}>
          <TextInput name="copies" label="Copies" number inputMode="numeric" />
        </div>
        <div className={grid.half}>
          <SelectInput name="binding" label="Binding" options={options(bindings, bindingLabels)} />
        </div>
        <ChoiceInput name="paper_size" label="Paper size" options={papers} />
        <ChoiceInput
          name="layout"
          label="Layout"
          options={options(layouts, layoutLabels)}
          onChoose={(chosen) => {
            if (chosen === 'booklet') setValue('sides', 'double', { shouldDirty: true })
          }}
        />
      </div>
      {uploads.uploads.length > 0 && (
        <SheetOptions waiting={<div className={styles.waiting} />} files={uploads.uploads} />
      )}
    </>
  )
}

/** What the chosen colour means for the pages of the files, and the choice that fits them better. */
function useColorHint(uploads: readonly ChosenFile[]): ReactNode {
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
    <LinkButton onClick={() => setValue('color', choice, { shouldDirty: true })}>{text}</LinkButton>
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
