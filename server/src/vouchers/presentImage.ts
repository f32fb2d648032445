import type { Signer } from '../database/secrets.ts'
import type { Links } from '../http/links.ts'
import { address } from '../images/images.queries.ts'

/** A row that has the id of its image instead of the image's URL. */
export type Pictured<T> = Omit<T, 'image'> & { image_id: string | null }

export type Presenter = ReturnType<typeof createPresenter>

/** Replaces the image id of a row by the image's signed URL. */
export const createPresenter =
  ({ links, signer }: { links: Links; signer: Signer }) =>
  <T extends { image_id: string | null }>({ image_id, ...row }: T) => ({
    ...row,
    image: image_id === null ? null : links.to(address(signer, image_id)),
  })
