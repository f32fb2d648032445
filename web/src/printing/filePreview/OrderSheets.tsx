import type { Order } from '@our-print/contract/orders/orders.ts'
import { listSheets, readSheets } from '@our-print/contract/printing/sheets.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { address } from '../../base/api/call.ts'
import { readBytes } from '../../base/api/download.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { VisibilityOutlined as Visibility } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './OrderSheets.module.css'

const SheetsDialog = lazyPart(() => import('./SheetsDialog.tsx'))

/** The sheets of an order as they leave the printer: to look at, and to print by hand. */
export function OrderSheets({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const documents = useRead(
    listSheets,
    { querystring: { order_id: order.id } },
    {
      // What an order prints changes only with the order.
      queryKey: [listSheets.url, order.id, order.version],
      staleTime: Number.POSITIVE_INFINITY,
      enabled: isOpen,
      retry: false,
    },
  )
  const isLoading = isOpen && documents.isFetching
  return (
    <Stack gap={1} align="start" className={styles.sheets}>
      <Button
        start={<Visibility />}
        loading={isLoading}
        onClick={() => (documents.isError ? void documents.refetch() : setOpen(true))}
      >
        Preview sheets
      </Button>
      {documents.isError && !isLoading && (
        <Text as="div" role="alert" size="caption" tone="danger">
          The sheets could not be read. {documents.error.message}
        </Text>
      )}
      {isOpen && documents.data && (
        <SheetsDialog
          documents={documents.data}
          readKey={[readSheets.url, order.id, order.version]}
          readPdf={(file, signal) =>
            readBytes(address(readSheets.url, { order: order.id }, { file: file ?? undefined }), { signal })
          }
          note={`Order ${order.number}, one copy on ${order.paper_size}`}
          onClose={() => setOpen(false)}
        />
      )}
    </Stack>
  )
}
