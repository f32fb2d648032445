import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { bindings, colorChoices, paperSizes, sides } from '@our-print/contract/configurations.ts'
import { type Fit, layouts } from '@our-print/contract/rules/sheetLayout.ts'
import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import {
  bindingLabels,
  colorLabels,
  fitLabels,
  layoutLabels,
  sidesLabels,
} from '../configurations/printLabels.ts'
import { ChoiceInput } from '../form/ChoiceInput.tsx'
import { SelectInput } from '../form/SelectInput.tsx'
import { TextInput } from '../form/TextInput.tsx'
import ExpandMore from '../icons/ExpandMore.tsx'
import type { ChosenFile } from '../sheets/countOrder.ts'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import { useColorHint } from './useColorHint.tsx'

const options = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const papers = paperSizes.map((value) => ({ value, label: value }))
/** The usual one first. */
const fitChoices: Fit[] = ['shrink', 'fit', 'actual', 'refuse']

/** The print options; the rarer ones are folded. */
export function PrintOptions({ uploads }: { uploads: readonly ChosenFile[] }) {
  const { setValue } = useFormContext<NewOrderFields>()
  const layout = useWatch<NewOrderFields, 'layout'>({ name: 'layout' })
  return (
    <>
      <Box sx={grid}>
        <ChoiceInput
          name="color"
          label="Colour"
          options={options(colorChoices, colorLabels)}
          hint={useColorHint(uploads)}
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
          label="On each side"
          options={options(layouts, layoutLabels)}
          onChoose={(chosen) => {
            if (chosen === 'booklet') setValue('sides', 'double', { shouldDirty: true })
          }}
        />
      </Box>
      <MoreOptions several={uploads.length > 1} />
    </>
  )
}

/** Open where something in it was chosen. */
function MoreOptions({ several }: { several: boolean }) {
  const { control } = useFormContext<NewOrderFields>()
  const [fit, bundle] = useWatch({ control, name: ['fit', 'bundle'] })
  const [isOpened, setOpened] = useState(false)
  const id = useId()
  const isChosen = fit !== emptyOrder.fit || bundle
  const isOpen = isOpened || isChosen
  return (
    <Box sx={{ mt: 1.5 }}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isChosen}
        onClick={() => setOpened(!isOpened)}
        endIcon={<ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
        sx={{ ml: -0.75, minHeight: { xs: 44, sm: 30 } }}
      >
        More print options
      </Button>
      <Box id={id} hidden={!isOpen} sx={isOpen ? { ...grid, mt: 1 } : {}}>
        <SelectInput
          name="fit"
          label="Pages of another size than the paper"
          options={options(fitChoices, fitLabels)}
        />
        <Bundle several={several} />
      </Box>
    </Box>
  )
}

function Bundle({ several }: { several: boolean }) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ control, name: 'bundle' })
  const sidesChosen = useWatch({ control, name: 'sides' })
  return (
    <Box>
      <FormControlLabel
        label="Print all files as one bundle"
        control={
          <Checkbox
            size="small"
            checked={field.value}
            disabled={!several && !field.value}
            onChange={(_, bundle) => field.onChange(bundle)}
            onBlur={field.onBlur}
          />
        }
        sx={{ mt: { sm: 2.75 } }}
      />
      <Box sx={{ typography: 'caption', color: 'text.secondary', ml: 3.75 }}>
        {!several
          ? 'For an order of several files.'
          : sidesChosen === 'double'
            ? 'Each file starts on a new sheet.'
            : 'The files are printed one after the other.'}
      </Box>
    </Box>
  )
}

const grid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(6, 1fr)' },
  '& > *': { gridColumn: { xs: '1 / -1', sm: 'span 3' } },
  '& > .narrow': { gridColumn: { xs: 'span 1', sm: 'span 1' } },
  '& > .half': { gridColumn: { xs: 'span 1', sm: 'span 2' } },
} as const
