import Box from '@mui/material/Box'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/configurations.ts'
import type { Upload } from '@our-print/contract/orderFiles.ts'
import { bindingLabels, colorLabels, sidesLabels } from '../configurations/printLabels.ts'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { SelectInput } from '../form/SelectInput.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useColorHint } from './useColorHint.tsx'

const options = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const papers = paperSizes.map((value) => ({ value, label: value }))

/** The print options. */
export const PrintOptions = ({ uploads }: { uploads: readonly Upload[] }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(6, 1fr)' },
      '& > *': { gridColumn: { xs: '1 / -1', sm: 'span 3' } },
      '& > .narrow': { gridColumn: { xs: 'span 1', sm: 'span 1' } },
      '& > .half': { gridColumn: { xs: 'span 1', sm: 'span 2' } },
    }}
  >
    <ChoiceInput
      name="color"
      label="Colour"
      options={options(colorChoices, colorLabels)}
      hint={useColorHint(uploads)}
    />
    <ChoiceInput name="sides" label="Sides" options={options(sides, sidesLabels)} />
    <Box className="narrow">
      <TextInput name="copies" label="Copies" number inputMode="numeric" />
    </Box>
    <Box className="half">
      <SelectInput name="binding" label="Binding" options={options(bindings, bindingLabels)} />
    </Box>
    <ChoiceInput name="paper_size" label="Paper size" options={papers} />
  </Box>
)
