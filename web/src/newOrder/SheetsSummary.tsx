import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { previewSheetsPdf } from '@our-print/contract/printing/sheets.ts'
import { parsePageRanges } from '@our-print/contract/rules/pageRanges.ts'
import { countSheets, laySheets } from '@our-print/contract/rules/sheetLayout.ts'
import { lazy, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { readBytes } from '../api/download.ts'
import { layoutLabels } from '../configurations/printLabels.ts'
import Visibility from '../icons/VisibilityOutlined.tsx'
import { countOrder } from '../sheets/countOrder.ts'
import { sheetsText } from '../sheets/sheetTexts.ts'
import type { NewOrderFields } from './newOrderForm.ts'
import type { Uploads } from './useUploads.ts'

const SheetsDialog = lazy(() => import('../filePreview/SheetsDialog.tsx'))

/** How many sides and sheets one copy needs, and what they look like. */
export function SheetsSummary({ uploads: { uploads: files } }: { uploads: Uploads }) {
  const { control } = useFormContext<NewOrderFields>()
  const [layout, fit, bundle, sides, paper_size] = useWatch({
    control,
    name: ['layout', 'fit', 'bundle', 'sides', 'paper_size'],
  })
  const [isOpen, setOpen] = useState(false)
  const choices = { layout, sides, bundle }
  const counts = countOrder(files, choices)
  if (files.length === 0) return null

  const body = {
    uploads: files.map(({ id }) => id),
    page_ranges: files.map(({ page_ranges }) => page_ranges),
    ...choices,
    fit,
    paper_size,
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      <Box component="output" sx={{ flex: 1, minWidth: 200, fontWeight: 600 }}>
        {counts ? sheetsText(counts) : 'Mend the pages to print above.'}
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Visibility />}
        disabled={!counts}
        onClick={() => setOpen(true)}
        sx={{ minHeight: { xs: 44, sm: 32 } }}
      >
        Preview sheets
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SheetsDialog
            documents={documentsOf()}
            readKey={[previewSheetsPdf.url, body]}
            readPdf={(file, signal) => readBytes(previewSheetsPdf.url, { body: { ...body, file }, signal })}
            note={`${paper_size}, ${layout === 'booklet' ? 'booklet' : `${layoutLabels[layout]} on each side`}, one copy`}
            onClose={() => setOpen(false)}
          />
        </Suspense>
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
