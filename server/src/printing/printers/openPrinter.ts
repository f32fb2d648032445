import type { Sealer } from '../../base/database/sealer.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type IppClient, openIpp } from '../ipp/ippClient.ts'
import { IppError } from '../ipp/ippError.ts'
import { type Connection, ownerOf, readConnection } from './printers.queries.ts'

/** A client of a printer of the shop. It is closed by who opens it. */
export async function openPrinter(
  dependencies: Pick<Dependencies, 'pool' | 'sealer' | 'place'>,
  printerId: string,
): Promise<IppClient> {
  return openConnection(dependencies, await readConnection(dependencies.pool, printerId))
}

/** As openPrinter, for a printer that is read already. */
export async function openConnection(
  { sealer, place }: Pick<Dependencies, 'sealer' | 'place'>,
  connection: Connection,
  deadlines?: Parameters<typeof openIpp>[1],
): Promise<IppClient> {
  await place.check()
  const { uri, username, certificate } = connection
  return openIpp({ uri, username, password: await passwordOf(sealer, connection), certificate }, deadlines)
}

/** The password in plain; an IppError where it was kept with a key that is not there any more, as after a restore. */
export async function passwordOf(
  sealer: Sealer,
  { id, password_sealed }: Connection,
): Promise<string | null> {
  if (password_sealed === null) return null
  const password = await sealer.open(password_sealed, ownerOf(id))
  if (password !== undefined) return password
  throw new IppError('unauthorized', 'Type the password again: it was kept with another key.')
}
