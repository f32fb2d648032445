import { canBeReached } from '../hosts.ts'

/** The parts of an IPP address; none has a user or a password. */
const ippAddress = /^ipps?:\/\/(\[[\da-f:.]+\]|[^\s/?#@:[\]\\]+)(:\d{1,5})?(\/[^\s#@]*)?$/i

/** The same as an address of the web, whose parser knows all spellings of a host. */
export const asWebAddress = (uri: string): string => uri.replace(/^ipps?/i, 'https')

/** Whether a printer can be at this address. */
export const isPrinterAddress = (uri: string): boolean =>
  ippAddress.test(uri) && URL.canParse(uri) && canBeReached(asWebAddress(uri))
