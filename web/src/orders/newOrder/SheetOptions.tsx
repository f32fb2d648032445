import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import { countSheets, type Fit, laySheets } from '@our-print/contract/printing/sheetLayout.ts'
import { previewSheetsPdf } from '@our-print/contract/printing/sheets.ts'
import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { readBytes } from '../../base/api/download.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { SelectInput } from '../../base/form/contractForm.tsx'
import { ExpandMore, VisibilityOutlined as Visibility } from '../../base/icons/frame.tsx'
import { SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import { sheetsText } from '../../printing/sheets/sheetTexts.ts'
import { fitLabels, layoutLabels } from '../../shop/configurations/printTexts.ts'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import { optionGrid } from './optionGrid.ts'
import type { Uploads } from './useUploads.ts'

const SheetsDialog = lazyPart(() => import('../../printing/filePreview/SheetsDialog.tsx'))

/** The usual one first. */
const fitChoices: Fit[] = ['shrink', 'fit', 'actual', 'refuse']

/** The rarer print options, folded; what all of them come to, and a look at the sheets. */
export default function SheetOptions({ files }: { files: Uploads['uploads'] }) {
  return (
    <>
      <MoreOptions several={files.length > 1} />
      {files.length > 0 && <SheetsSummary files={files} />}
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
      <TextButton
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isChosen}
        onClick={() => setOpened(!isOpened)}
        endIcon={<ExpandMore turned={isOpen} />}
        sx={{ ml: -0.75, minHeight: { xs: 44, sm: 30 } }}
      >
        More print options
      </TextButton>
      <Box id={id} hidden={!isOpen} sx={isOpen ? { ...optionGrid, mt: 1 } : {}}>
        <SelectInput
          name="fit"
          label="Pages of another size than the paper"
          options={fitChoices.map((value) => ({ value, label: fitLabels[value] }))}
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

/** How many sides and sheets one copy needs, and what they look like. */
function SheetsSummary({ files }: { files: Uploads['uploads'] }) {
  const { control } = useFormContext<NewOrderFields>()
  const [layout, fit, bundle, sides, paper_size] = useWatch({
    control,
    name: ['layout', 'fit', 'bundle', 'sides', 'paper_size'],
  })
  const [isOpen, setOpen] = useState(false)
  const choices = { layout, sides, bundle }
  const counts = countOrder(files, choices)

  const body = {
    uploads: files.map(({ id }) => id),
    page_ranges: files.map(({ page_ranges }) => page_ranges),
    ...choices,
    fit,
    paper_size,
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
      <Box component="output" sx={{ flex: 1, minWidth: 200, fontWeight: 600 }}>
        {counts ? sheetsText(counts) : 'Mend the pages to print above.'}
      </Box>
      <SecondaryButton
        startIcon={<Visibility />}
        disabled={!counts}
        onClick={() => setOpen(true)}
        sx={{ minHeight: { xs: 44, sm: 32 } }}
      >
        Preview sheets
      </SecondaryButton>
      {isOpen && (
        <SheetsDialog
          documents={documentsOf()}
          readKey={[previewSheetsPdf.url, body]}
          readPdf={(file, signal) => readBytes(previewSheetsPdf.url, { body: { ...body, file }, signal })}
          note={`${paper_size}, ${layoutLabels[layout].toLowerCase()}, one copy`}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )

  function documentsOf() {
    const chosen = files.map((file) => parsePageRanges(file.page_ranges, file.page_count).pages ?? [])
    return laySheets(chosen, choices).map((document) => {
      const [first] = document.files.flatMap((at) => files[at] ?? [])
      const rest = document.files.length - 1
      const { impressions, sheets } = countSheets([document])
      return {
        file: bundle ? null : (first?.id ?? null),
        name: rest > 0 ? `${first?.name} and ${rest} more` : (first?.name ?? ''),
        impressions,
        sheets,
        duplex: document.duplex,
      }
    })
  }
}
