import { asWebAddress, isPrinterAddress } from '@our-print/contract/printing/printerAddress.ts'
import { IppError } from './ippError.ts'

/** Where the requests of a printer go: its HTTP address, as RFC 8010 derives it from the one of IPP. */
export type PrinterAddress = {
  /** As the attribute printer-uri names it. */
  uri: string
  isSecure: boolean
  host: string
  port: number
  path: string
}

/** The port that an address of IPP means if it names none. */
const ippPort = 631

/** Parses `ipp://host[:port]/path` and `ipps://…`. */
export function parsePrinterAddress(uri: string): PrinterAddress {
  if (!isPrinterAddress(uri)) throw refused()
  const { protocol, port, pathname, search } = new URL(uri)
  const isSecure = protocol === 'ipps:'
  const { hostname } = new URL(asWebAddress(uri))
  return {
    uri,
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : ippPort,
    path: `${pathname || '/'}${search}`,
  }
}

/** Whether it is of the range for documentation (RFC 5737): the demo's printers, which do not exist. */
export const isMadeUp = (uri: string) => /^ipps?:\/\/192\.0\.2\.\d+[:/]/i.test(uri)

const refused = () => new IppError('refused', 'This is not an address such as ipp://192.168.1.20/ipp/print.')
