import Box from '@mui/material/Box'
import { layouts } from '@our-print/contract/printing/sheetLayout.ts'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { SelectInput } from '../../base/form/SelectInput.tsx'
import { TextInput } from '../../base/form/TextInput.tsx'
import {
  bindingLabels,
  colorLabels,
  layoutLabels,
  sidesLabels,
} from '../../shop/configurations/printTexts.ts'
import type { NewOrderFields } from './newOrderForm.ts'
import { optionGrid } from './optionGrid.ts'
import { useColorHint } from './useColorHint.tsx'
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
      <Box sx={optionGrid}>
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
        <Box className="narrow">
          <TextInput name="copies" label="Copies" number inputMode="numeric" />
        </Box>
        <Box className="half">
          <SelectInput name="binding" label="Binding" options={options(bindings, bindingLabels)} />
        </Box>
        <ChoiceInput name="paper_size" label="Paper size" options={papers} />
        <ChoiceInput
          name="layout"
          label="Layout"
          options={options(layouts, layoutLabels)}
          onChoose={(chosen) => {
            if (chosen === 'booklet') setValue('sides', 'double', { shouldDirty: true })
          }}
        />
      </Box>
      {uploads.uploads.length > 0 && (
        <SheetOptions waiting={<Box sx={{ minHeight: { xs: 56, sm: 42 } }} />} files={uploads.uploads} />
      )}
    </>
  )
}
