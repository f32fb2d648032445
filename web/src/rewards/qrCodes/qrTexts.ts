import type { Input, Output } from '@our-print/contract/endpoint.ts'
import { listQrCodes, type QrCode } from '@our-print/contract/rewards/qrCodes.ts'
import type { Query } from '../../base/api/api.ts'
import { call } from '../../base/api/call.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { activity, plural, today } from '../../base/format/format.ts'

/** A QR code with its position in the list, from 1, which names its image file. */
export type ListedCode = QrCode & { index: number }

type Listed = Omit<Output<typeof listQrCodes>, 'results'> & { results: ListedCode[] }

/** One page of the list. */
export function listedCodes(querystring: Input<typeof listQrCodes>['querystring']): Query<Listed> {
  const input = { querystring }
  const before = Number(querystring.offset ?? 0)
  return {
    queryKey: [listQrCodes.url, input],
    queryFn: async ({ signal }) => {
      const page = await call(listQrCodes, input, { signal })
      return { ...page, results: page.results.map((code, at) => ({ ...code, index: before + at + 1 })) }
    },
  }
}

export const codeName = ({ code }: Pick<QrCode, 'code'>) => `QR code ${code}`

/** 'QR code 523', '3 QR codes' */
export const codesName = (codes: readonly Pick<QrCode, 'code'>[]) =>
  codes.length === 1 && codes[0] ? codeName(codes[0]) : plural(codes.length, 'QR code')

/** Its last day has passed. */
export const isExpired = ({ validity }: Pick<QrCode, 'validity'>) => validity < today()

/**
 * The punycode host (xn--…) of an address that shows other letters: а of the Cyrillic alphabet looks like a. Undefined
 * if both are the same.
 */
export function punycodeOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const isHidden = hostname.includes('xn--') && !address.toLowerCase().includes(hostname)
  return isHidden ? hostname : undefined
}

/** The changes between the version of a QR code that the person saw and the current one. Scans are no change. */
export const codeChanges = (seen: QrCode, current: QrCode) =>
  differences([
    ['Company', seen.company, current.company],
    ['Number', String(seen.code), String(current.code)],
    ['Validity', seen.validity, current.validity],
    ['Value', String(seen.value), String(current.value)],
    ['Leads to', leadsTo(seen), leadsTo(current)],
    ['Status', activity(seen), activity(current)],
  ])

const leadsTo = ({ redirection_url, image }: QrCode) =>
  redirection_url !== null
    ? [redirection_url, punycodeOf(redirection_url)].filter(Boolean).join(' = ')
    : `the picture ${(image ?? '').replace(/\?.*/, '').split('/').at(-2)?.slice(-6) ?? ''}`

/** The open dialog and its QR codes. */
export type Open =
  | { dialog: 'generate' }
  | { dialog: 'edit'; code: ListedCode }
  | { dialog: 'view'; code: ListedCode }
  | { dialog: 'labels'; codes: readonly ListedCode[] }
