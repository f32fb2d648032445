import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { listSheets, readSheets } from '@our-print/contract/printing/sheets.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { address } from '../../base/api/call.ts'
import { readBytes } from '../../base/api/download.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { VisibilityOutlined as Visibility } from '../../base/icons/frame.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'

const SheetsDialog = lazyPart(() => import('./SheetsDialog.tsx'))

/** The sheets of an order as they leave the printer: to look at, and to print by hand. */
export function OrderSheets({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const documents = useRead(
    listSheets,
    { querystring: { order_id: order.id } },
    {
      // What an order prints never changes.
      staleTime: Number.POSITIVE_INFINITY,
      enabled: isOpen,
      retry: false,
    },
  )
  const isLoading = isOpen && documents.isFetching
  return (
    <Box sx={{ mt: 1.5 }}>
      <SecondaryButton
        startIcon={<Visibility />}
        loading={isLoading}
        onClick={() => (documents.isError ? void documents.refetch() : setOpen(true))}
        sx={{ minHeight: { xs: 44, sm: 32 } }}
      >
        Preview sheets
      </SecondaryButton>
      {documents.isError && !isLoading && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main', mt: 0.5 }}>
          The sheets could not be read. {documents.error.message}
        </Box>
      )}
      {isOpen && documents.data && (
        <SheetsDialog
          documents={documents.data}
          readKey={[readSheets.url, order.id]}
          readPdf={(file, signal) =>
            readBytes(address(readSheets.url, { order: order.id }, { file: file ?? undefined }), { signal })
          }
          note={`Order ${order.number}, one copy on ${order.paper_size}`}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  )
}
