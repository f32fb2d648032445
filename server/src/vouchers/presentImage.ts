import type { Signer } from '../database/secrets.ts'
import type { Links } from '../http/links.ts'
import { address } from '../images/images.queries.ts'

/** A row whose picture is still the id it lies under. */
export type Pictured<T> = Omit<T, 'image'> & { image_id: string | null }

export type Presenter = ReturnType<typeof createPresenter>

/** Gives rows the signed address of their picture in place of its id. */
export const createPresenter =
  ({ links, signer }: { links: Links; signer: Signer }) =>
  <T extends { image_id: string | null }>({ image_id, ...row }: T) => ({
    ...row,
    image: image_id === null ? null : links.to(address(signer, image_id)),
  })
