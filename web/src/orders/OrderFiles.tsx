import { listOrderFiles, type OrderFile } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { useRead } from '../base/api/api.ts'
import { useCan } from '../base/api/useCan.ts'
import { heavyPart, lazyPart } from '../base/feedback/lazyPart.tsx'
import { toast } from '../base/feedback/toast.ts'
import { fileSize, formatDate, plural } from '../base/format/format.ts'
import {
  DescriptionOutlined as Description,
  DownloadOutlined as Download,
  ImageOutlined as Image,
} from '../base/icons/screens.tsx'
import { Section } from '../base/page/Page.tsx'
import { Button, IconButton } from '../base/ui/Button.tsx'
import { PressableCard } from '../base/ui/PressableCard.tsx'
import { Text } from '../base/ui/Text.tsx'
import { ImagePreview } from '../printing/filePreview/ImagePreview.tsx'
import { PdfWaiting } from '../printing/filePreview/PdfWaiting.tsx'
import styles from './OrderFiles.module.css'

const PreflightNote = lazyPart(() => import('../printing/preflight/PreflightNote.tsx'))
const PdfPreview = heavyPart(() => import('../printing/filePreview/PdfPreview.tsx'))

type Props = {
  order: Order
  /** When the order was read: its links expire from then. */
  readAt: number
  /** Whether to show the first file at once; not on a phone, where data cost money. */
  openFirst: boolean
  /** Its preview is drawn; otherwise only the room for it. */
  previews: boolean
}

function download(url: string) {
  const link = document.createElement('a')
  link.href = `${url}&download=1`
  link.download = ''
  link.click()
}

/** The files of an order, with a preview of one of them. */
export function OrderFiles({ order, readAt, openFirst, previews }: Props) {
  const { files, isOld, freshUrl } = useOrderFiles(order, readAt)
  const available = files.filter(({ removed_at }) => removed_at === null)
  const [shown, setShown] = useState(openFirst ? available[0]?.id : undefined)
  const file = available.find(({ id }) => id === shown)
  const [changes, prints] = [useCan('orders'), useCan('floor')]

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
    <Button start={<Download />} {...downloadLink(file)}>
      Download
    </Button>
  )

  return (
    <Section title="Files" aside={<Total files={files} />}>
      <ul className={styles.files}>
        {files.map((one) => (
          <li key={one.id} className={styles.file}>
            <PressableCard
              look="row"
              aria-expanded={one.removed_at === null ? one.id === shown : undefined}
              disabled={one.removed_at !== null}
              onClick={() => setShown(one.id === shown ? undefined : one.id)}
            >
              {one.content_type === 'application/pdf' ? (
                <Description size={18} tone="muted" />
              ) : (
                <Image size={18} tone="muted" />
              )}
              <span className={styles.about}>
                <span className={styles.name}>{one.name}</span>{' '}
                <span className={styles.size}>
                  {one.page_ranges
                    ? `pages ${one.page_ranges.replaceAll(',', ', ')} of ${one.page_count}`
                    : plural(one.page_count, 'page')}{' '}
                  · {one.removed_at === null ? fileSize(one.size) : `removed ${formatDate(one.removed_at)}`}
                </span>
              </span>
            </PressableCard>
            <IconButton
              disabled={one.removed_at !== null}
              aria-label={`Download ${one.name}`}
              {...downloadLink(one)}
            >
              <Download size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {file && (
        <div className={styles.preview}>
          {(changes || prints) && (
            <div className={styles.note}>
              {previews && (
                <PreflightNote
                  waiting={<div className={styles.waitingNote} />}
                  file={file.id}
                  name={file.name}
                  paper={order.paper_size}
                />
              )}
            </div>
          )}
          {file.content_type !== 'application/pdf' ? (
            <ImagePreview
              key={file.id}
              name={file.name}
              url={file.url}
              freshUrl={() => freshUrl(file.id)}
              fallback={fallback}
            />
          ) : previews ? (
            <PdfPreview
              waiting={<PdfWaiting />}
              key={file.id}
              name={file.name}
              url={file.url}
              freshUrl={() => freshUrl(file.id)}
              fallback={fallback}
            />
          ) : (
            <PdfWaiting />
          )}
        </div>
      )}
    </Section>
  )
}

const Total = ({ files }: { files: readonly OrderFile[] }) => (
  <Text size="small" tone="muted">
    {plural(files.length, 'file')} ·{' '}
    {plural(
      files.reduce((sum, { page_count }) => sum + page_count, 0),
      'page',
    )}
  </Text>
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
