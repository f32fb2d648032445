import { JsonText } from '../base/database/jsonText.ts'
import type { Signer } from '../base/database/secrets.ts'
import type { Links } from '../base/http/links.ts'

// A quote inside a text is escaped, so this is never one of a text.
const fileUrl = /"url":"([0-9a-f-]{36})(\/[0-9a-f-]{36})"/g

/** Makes the url of each file a link, which expires. The files of an order share a signature. */
export function createLinkSigner(links: Links, signer: Signer) {
  return ({ text }: JsonText): JsonText => {
    const signatures = new Map<string, string>()
    const signatureOf = (order: string) => {
      const signature = signatures.get(order) ?? signer.sign(`order ${order}`)
      signatures.set(order, signature)
      return signature
    }
    return new JsonText(
      text.replaceAll(
        fileUrl,
        (_, order: string, file: string) =>
          `"url":"${links.to(`/api/order-files/${order}${file}/?${signatureOf(order)}`)}"`,
      ),
    )
  }
}
