import { getQuotePdf, type Quote } from '@our-print/contract/orders/quotes.ts'
import { useQuery } from '@tanstack/react-query'
import { address } from '../../base/api/call.ts'
import { downloadFile, readBytes } from '../../base/api/download.ts'
import { toast } from '../../base/feedback/toast.ts'
import { formatDay, rupees } from '../../base/format/format.ts'

const nameOf = ({ number }: Quote) => `quote-${number}.pdf`

/** The PDF of a quote: to download, and to hand to another app where the device has a sheet to share files. */
export function useQuotePdf(quote: Quote) {
  const url = address(getQuotePdf.url, { id: quote.id }, {})
  const name = nameOf(quote)
  // Read ahead: a browser opens the sheet only right after a tap.
  const { data: file } = useQuery({
    queryKey: [getQuotePdf.url, quote.id, quote.version],
    queryFn: async ({ signal }) =>
      new File([await readBytes(url, { signal })], name, { type: 'application/pdf' }),
    enabled: 'canShare' in navigator,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const canShare = file !== undefined && navigator.canShare({ files: [file] })

  async function download(): Promise<void> {
    try {
      toast.success(`Saved as ${await downloadFile(url, { type: 'application/pdf', name })}`)
    } catch (error) {
      toast.failure('The PDF could not be made', (error as Error).message)
    }
  }

  /** Whoever closes the sheet has changed their mind. */
  const share = canShare
    ? () => void navigator.share({ files: [file], text: textOf(quote) }).catch(() => undefined)
    : undefined
  return { download, share }
}

/** What stands in the message beside the PDF. */
export const textOf = ({ number, order, payable, valid_until, user_data }: Quote) =>
  `Hello ${user_data.first_name}, this is our quote ${number} for “${order.title}”: ${rupees(payable)}, valid until ${formatDay(valid_until)}.`
