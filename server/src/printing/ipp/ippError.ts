/** What went wrong with a printer, as far as it decides what to do next. */
export type IppErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'refused'
  | 'rubbish'
  | 'unauthorized'
  | 'certificate'
  | 'busy'

/** A request to a printer that did not succeed. The message is a sentence for people. */
export class IppError extends Error {
  readonly kind: IppErrorKind
  /** The status code of IPP, where the printer answered with one. */
  readonly status: string | undefined
  /** SHA-256 of the certificate that nobody has accepted yet. */
  readonly certificate: Buffer | undefined

  constructor(
    kind: IppErrorKind,
    message: string,
    { status, certificate, cause }: { status?: string; certificate?: Buffer; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'IppError'
    this.kind = kind
    this.status = status
    this.certificate = certificate
  }
}

export const rubbish = (what: string, cause?: unknown) =>
  new IppError('rubbish', `The printer’s answer cannot be read: ${what}.`, { cause })
