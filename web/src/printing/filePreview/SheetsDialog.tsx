import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../base/api/call.ts'
import { offerDownload } from '../../base/api/download.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { heavyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import { DownloadOutlined as Download } from '../../base/icons/screens.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { sideText } from '../sheets/sheetTexts.ts'
import { PdfWaiting } from './PdfWaiting.tsx'

const PdfPreview = heavyPart(() => import('./PdfPreview.tsx'))

/** What leaves the printer as one: a file, or a bundle of all. */
export type SheetsOf = {
  file: string | null
  name: string
  impressions: number
  sheets: number
  duplex: boolean
}

type Props = {
  documents: readonly SheetsOf[]
  /** What the PDF depends on, besides the document. */
  readKey: readonly unknown[]
  readPdf: (file: string | null, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>
  /** Shown below the title: why the sheets are as they are. */
  note: string
  onClose: () => void
}

/** The sheets of an order as they leave the printer, side by side of the paper. */
export default function SheetsDialog({ documents, readKey, readPdf, note, onClose }: Props) {
  const [chosen, setChosen] = useState(0)
  const maxHeight = Math.max(320, window.innerHeight - 350)
  const shown = documents[chosen] ?? documents[0]
  const pdf = useQuery<Uint8Array<ArrayBuffer>, ApiError>({
    queryKey: [...readKey, shown?.file ?? null],
    queryFn: ({ signal }) => readPdf(shown?.file ?? null, signal),
    enabled: shown !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Files of many megabytes are not kept longer than they are looked at.
    gcTime: 0,
    retry: false,
  })
  const download = pdf.data && shown && (
    <Button
      start={<Download />}
      onClick={() => offerDownload(new Blob([pdf.data], { type: 'application/pdf' }), sheetsName(shown.name))}
    >
      Download PDF
    </Button>
  )
  return (
    <Dialog
      title="Sheets as printed"
      subtitle={note}
      full
      size="md"
      onClose={onClose}
      actions={
        <>
          {download}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Stack gap={4}>
        {documents.length > 1 && (
          <SelectField
            label="Document"
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
            options={documents.map(({ name, impressions, sheets }, at) => ({
              value: String(at),
              label: `${name}: ${plural(impressions, 'side')} on ${plural(sheets, 'sheet')}`,
            }))}
          />
        )}
        {pdf.isError ? (
          <LoadFailure title="The sheets could not be made" reply={pdf} />
        ) : pdf.data && shown ? (
          <PdfPreview
            waiting={<PdfWaiting maxHeight={maxHeight} />}
            key={shown.file}
            name={shown.name}
            url={pdf.data}
            freshUrl={() => Promise.resolve(pdf.data)}
            fallback={download}
            maxHeight={maxHeight}
            captionOf={(side) => sideText(side, shown.duplex)}
          />
        ) : (
          <div>
            <Text as="p" size="small" tone="muted" align="center">
              Laying the pages on sheets…
            </Text>
            <Loading of="part" />
          </div>
        )}
      </Stack>
    </Dialog>
  )
}

const sheetsName = (name: string) => `${name.replace(/\.[^.]{1,5}$/, '')} sheets.pdf`
