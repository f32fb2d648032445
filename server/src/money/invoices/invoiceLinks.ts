import type { InvoiceFile } from '@our-print/contract/money/invoices.ts'
import type { Links, Signer } from '../../base/http/links.ts'

/** Signed links to the forms of invoices. */
export function createInvoiceLinks(links: Links, signer: Signer) {
  const nameOf = (id: string, file: InvoiceFile) => `invoice ${id} ${file}`
  return {
    /** What the signature of a link is of. */
    nameOf,
    linkTo: (id: string, file: InvoiceFile) =>
      links.to(`/api/invoice-files/${id}/?file=${file}&${signer.sign(nameOf(id, file))}`),
  }
}
