import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { listOrderFiles, type OrderFile } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { useRead } from '../base/api/api.ts'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { toast } from '../base/feedback/toast.tsx'
import { fileSize, formatDate, plural } from '../base/format/format.ts'
import {
  DescriptionOutlined as Description,
  DownloadOutlined as Download,
  ImageOutlined as Image,
} from '../base/icons/screens.tsx'
import { SecondaryButton, Section } from '../base/page/Page.tsx'
import { useRole } from '../people/session/session.ts'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import { PdfWaiting } from '../printing/filePreview/PdfWaiting.tsx'

const PreflightNote = lazyPart(() => import('../printing/preflight/PreflightNote.tsx'))
const PdfPreview = lazyPart(() => import('../printing/filePreview/PdfPreview.tsx'))

type Props = {
  order: Order
  /** When the order was read: its links expire from then. */
  readAt: number
  /** Whether to show the first file at once; not on a phone, where data cost money. */
  openFirst: boolean
}

function download(url: string) {
  const link = document.createElement('a')
  link.href = `${url}&download=1`
  link.download = ''
  link.click()
}

/** The files of an order, with a preview of one of them. */
export function OrderFiles({ order, readAt, openFirst }: Props) {
  const { files, isOld, freshUrl } = useOrderFiles(order, readAt)
  const available = files.filter(({ removed_at }) => removed_at === null)
  const [shown, setShown] = useState(openFirst ? available[0]?.id : undefined)
  const file = available.find(({ id }) => id === shown)
  const isAdmin = useRole() === 'admin'

  const downloadFresh = (id: string) =>
    void freshUrl(id)
      .then(download)
      .catch((error: Error) => toast.failure(error))

  const downloadLink = (one: OrderFile) => ({
    href: `${one.url}&download=1`,
    onClick: (event: { preventDefault: () => void }) => {
      if (!isOld()) return
      event.preventDefault()
      downloadFresh(one.id)
    },
  })

  const fallback = file && (
    <SecondaryButton startIcon={<Download />} {...downloadLink(file)}>
      Download
    </SecondaryButton>
  )

  return (
    <Section title="Files" aside={<Total files={files} />}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -1, p: 0, display: 'grid', gap: 0.25 }}>
        {files.map((one) => (
          <Box component="li" key={one.id} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <ButtonBase
              aria-expanded={one.removed_at === null ? one.id === shown : undefined}
              disabled={one.removed_at !== null}
              onClick={() => setShown(one.id === shown ? undefined : one.id)}
              sx={{
                flex: 1,
                minWidth: 0,
                minHeight: { xs: 48, sm: 40 },
                px: 1,
                py: 0.5,
                gap: 1,
                justifyContent: 'flex-start',
                textAlign: 'left',
                borderRadius: 1,
                '&:hover': { bgcolor: 'action.hover' },
                ...(one.id === shown && { bgcolor: 'action.selected' }),
                '& svg': { fontSize: 18, color: 'text.secondary', flex: 'none' },
              }}
            >
              {one.content_type === 'application/pdf' ? <Description /> : <Image />}
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {one.name}
              </Box>
              <Box
                component="span"
                sx={{
                  typography: 'body2',
                  color: 'text.secondary',
                  whiteSpace: 'nowrap',
                  textAlign: 'right',
                }}
              >
                {one.page_ranges
                  ? `pages ${one.page_ranges.replaceAll(',', ', ')} of ${one.page_count}`
                  : plural(one.page_count, 'page')}{' '}
                · {one.removed_at === null ? fileSize(one.size) : `removed ${formatDate(one.removed_at)}`}
              </Box>
            </ButtonBase>
            <IconButton
              disabled={one.removed_at !== null}
              aria-label={`Download ${one.name}`}
              sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 } }}
              {...downloadLink(one)}
            >
              <Download size={18} />
            </IconButton>
          </Box>
        ))}
      </Box>
      {file && (
        <Box sx={{ mt: 1.5 }}>
          {isAdmin && (
            <Box sx={{ mb: 1, px: 1 }}>
              <PreflightNote
                waiting={<Box sx={{ minHeight: 20 }} />}
                file={file.id}
                name={file.name}
                paper={order.paper_size}
              />
            </Box>
          )}
          {file.content_type === 'application/pdf' ? (
            <PdfPreview
              waiting={<PdfWaiting />}
              key={file.id}
              name={file.name}
              url={file.url}
              freshUrl={() => freshUrl(file.id)}
              fallback={fallback}
            />
          ) : (
            <ImagePreview
              key={file.id}
              name={file.name}
              url={file.url}
              freshUrl={() => freshUrl(file.id)}
              fallback={fallback}
            />
          )}
        </Box>
      )}
    </Section>
  )
}

const Total = ({ files }: { files: readonly OrderFile[] }) => (
  <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
    {plural(files.length, 'file')} ·{' '}
    {plural(
      files.reduce((sum, { page_count }) => sum + page_count, 0),
      'page',
    )}
  </Box>
)

const minute = 60_000

/** Links expire after 15 minutes; a new one is fetched after this time. */
const freshFor = 10 * minute

/** Removes the host: the browser may use another one than the server's configuration. */
const withoutHost = ({ url, ...file }: OrderFile): OrderFile => {
  const { pathname, search } = new URL(url, window.location.href)
  return { ...file, url: pathname + search }
}

/** The files of an order; their links are renewed in the background. */
function useOrderFiles(order: Order, readAt: number) {
  const {
    data = order.order_files,
    dataUpdatedAt,
    refetch,
  } = useRead(
    listOrderFiles,
    { querystring: { order_id: order.id } },
    {
      initialData: order.order_files,
      initialDataUpdatedAt: readAt,
      staleTime: freshFor,
      refetchInterval: freshFor,
    },
  )
  return {
    files: data.map(withoutHost),
    isOld: () => Date.now() - dataUpdatedAt > freshFor,
    /** Creates a new link to this file. */
    freshUrl: async (id: string): Promise<string> => {
      const { data: files, error } = await refetch()
      const file = files?.find((one) => one.id === id)
      if (error || !file) throw error ?? new Error('This file is no longer part of the order.')
      return withoutHost(file).url
    },
  }
}
