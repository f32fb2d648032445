import type { PrinterTest } from '@our-print/contract/printing/printers.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { unprocessable } from '../../base/http/problem.ts'
import { openIpp } from '../ipp/ippClient.ts'
import { IppError, type IppErrorKind } from '../ipp/ippError.ts'
import { passwordOf } from './openPrinter.ts'
import { readConnection } from './printers.queries.ts'

type Tried = {
  uri: string
  username: string | null
  password: string | null
  certificate: string | null
  printer?: string | undefined
}

const deadlines = { connectMs: 5_000, answerMs: 10_000 }

/** The field that is at fault; the address, unless the printer answered something about it. */
const fieldOf = (kind: IppErrorKind, { username }: Tried) => {
  if (kind !== 'unauthorized') return 'uri'
  return username === null ? 'username' : 'password'
}

/** Asks the printer at an address what it can do. Nothing is kept. */
export async function tryPrinter(
  dependencies: Pick<Dependencies, 'pool' | 'sealer' | 'place'>,
  tried: Tried,
): Promise<PrinterTest> {
  await dependencies.place.check()
  const { uri, username, certificate } = tried
  try {
    const password = tried.password ?? (await keptPassword(dependencies, tried))
    const pinned = certificate && Buffer.from(certificate.replaceAll(':', ''), 'hex')
    const client = openIpp({ uri, username, password, certificate: pinned || null }, deadlines)
    try {
      return { status: await client.getPrinter(), certificate: null }
    } finally {
      client.close()
    }
  } catch (error) {
    if (!(error instanceof IppError)) throw error
    if (error.certificate) return { status: null, certificate: fingerprintOf(error.certificate) }
    throw unprocessable(fieldOf(error.kind, tried), error.message)
  }
}

const fingerprintOf = (certificate: Buffer) =>
  certificate.toString('hex').toUpperCase().match(/../g)?.join(':') ?? null

/** The password of the printer that is being changed; it is not sent to another address. */
async function keptPassword(
  { pool, sealer }: Pick<Dependencies, 'pool' | 'sealer'>,
  { uri, username, printer }: Tried,
): Promise<string | null> {
  if (printer === undefined || username === null) return null
  const connection = await readConnection(pool, printer)
  return connection.uri === uri ? passwordOf(sealer, connection) : null
}
