import { JsonText } from '../base/database/jsonText.ts'
import type { Signer } from '../base/database/secrets.ts'
import type { Links } from '../base/http/links.ts'
import { linkMark } from './orderJson.queries.ts'

const idLength = 36

/** Replaces the mark of each file by the link to it, which expires. The files of an order share a signature. */
export function createLinkSigner(links: Links, signer: Signer) {
  return ({ text }: JsonText): JsonText => {
    let signed = ''
    let end = 0
    let lastOrder = ''
    let signature = ''
    for (let mark = text.indexOf(linkMark); mark !== -1; mark = text.indexOf(linkMark, end)) {
      // The mark is followed by "<order>/<file>".
      const ids = mark + linkMark.length + 1
      const order = text.slice(ids, ids + idLength)
      if (order !== lastOrder) signature = signer.sign(`order ${order}`)
      lastOrder = order
      const idsEnd = ids + 2 * idLength + 1
      signed += `${text.slice(end, mark)}"${links.to(`/api/order-files/${text.slice(ids, idsEnd)}/?${signature}`)}`
      end = idsEnd
    }
    return new JsonText(signed + text.slice(end))
  }
}
