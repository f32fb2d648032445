import { parsePageRanges } from '@our-print/contract/printing/pageRanges.ts'
import { countSheets, type Fit, laySheets } from '@our-print/contract/printing/sheetLayout.ts'
import { previewSheetsPdf } from '@our-print/contract/printing/sheets.ts'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { readBytes } from '../../base/api/download.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { SelectInput } from '../../base/form/contractForm.tsx'
import { ExpandMore, VisibilityOutlined as Visibility } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Checkbox } from '../../base/ui/Checkbox.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { countOrder } from '../../printing/sheets/countOrder.ts'
import { sheetsText } from '../../printing/sheets/sheetTexts.ts'
import { fitLabels, layoutLabels } from '../../shop/configurations/printTexts.ts'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import grid from './optionGrid.module.css'
import styles from './SheetOptions.module.css'
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
    <div className={styles.more}>
      <Button
        look="plain"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isChosen}
        onClick={() => setOpened(!isOpened)}
        end={<ExpandMore turned={isOpen} />}
      >
        More print options
      </Button>
      <div id={id} hidden={!isOpen} className={clsx(isOpen && grid.grid, styles.options)}>
        <SelectInput
          name="fit"
          label="Pages of another size than the paper"
          options={fitChoices.map((value) => ({ value, label: fitLabels[value] }))}
        />
        <Bundle several={several} />
      </div>
    </div>
  )
}

function Bundle({ several }: { several: boolean }) {
  const { control } = useFormContext<NewOrderFields>()
  const { field } = useController({ control, name: 'bundle' })
  const sidesChosen = useWatch({ control, name: 'sides' })
  return (
    <div className={styles.bundle}>
      <Checkbox
        label="Print all files as one bundle"
        checked={field.value}
        disabled={!several && !field.value}
        onChange={({ target }) => field.onChange(target.checked)}
        onBlur={field.onBlur}
      />
      <Text as="div" size="caption" tone="muted">
        {!several
          ? 'For an order of several files.'
          : sidesChosen === 'double'
            ? 'Each file starts on a new sheet.'
            : 'The files are printed one after the other.'}
      </Text>
    </div>
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
    <Row gap={2} wrap>
      <output className={styles.summary}>
        <Text strong>{counts ? sheetsText(counts) : 'Mend the pages to print above.'}</Text>
      </output>
      <Button start={<Visibility />} disabled={!counts} onClick={() => setOpen(true)}>
        Preview sheets
      </Button>
      {isOpen && (
        <SheetsDialog
          documents={documentsOf()}
          readKey={[previewSheetsPdf.url, body]}
          readPdf={(file, signal) => readBytes(previewSheetsPdf.url, { body: { ...body, file }, signal })}
          note={`${paper_size}, ${layoutLabels[layout].toLowerCase()}, one copy`}
          onClose={() => setOpen(false)}
        />
      )}
    </Row>
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
