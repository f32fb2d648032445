import type { Links, Signer } from '../../base/http/links.ts'
import { signedPath } from '../images/images.queries.ts'

/** A row that has the id of its image instead of the image's URL. */
export type WithImageId<T> = Omit<T, 'image'> & { image_id: string | null }

/** Replaces the image id of a row by the image's signed URL. */
export const createImageUrlMapper =
  ({ links, signer }: { links: Links; signer: Signer }) =>
  <T extends { image_id: string | null }>({ image_id, ...row }: T) => ({
    ...row,
    image: image_id === null ? null : links.to(signedPath(signer, image_id)),
  })
