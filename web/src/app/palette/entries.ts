import { entities } from '@our-print/contract/entities.ts'
import { type SearchKind } from '@our-print/contract/entityKinds.ts'
import { plainPhone } from '@our-print/contract/plainPhone.ts'
import type { SearchHit } from '@our-print/contract/shop/search.ts'
import { capitalized, phone } from '../../base/format/format.ts'
import {
  AccountCircleOutlined as AccountCircle,
  BadgeOutlined as Badge,
  ConfirmationNumberOutlined as ConfirmationNumber,
  ContactMailOutlined as ContactMail,
  LocalOfferOutlined as LocalOffer,
  QrCode2Outlined as QrCode,
  ReceiptLongOutlined as ReceiptLong,
  StorefrontOutlined as Storefront,
} from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import { Add } from '../../base/icons/screens.tsx'
import { companyUrl } from '../../rewards/vouchers/companyUrl.ts'

export type Icon = IconType

/** A line of the palette: a record, or something to do. */
export type Entry = {
  key: string
  title: string
  detail?: string
  Icon: Icon
  /** The address that it opens. */
  to?: string
  /** What it does, where it opens no address. */
  run?: () => void
  /** A record, which is remembered as a recent one. */
  record?: SearchKind
  status?: HitOf<'order'>['status']
  promised_at?: string | null
}

export type Group = { label: string; entries: readonly Entry[] }

const icons: Record<SearchKind, Icon> = {
  order: ReceiptLong,
  customer: AccountCircle,
  company: Storefront,
  staff: Badge,
  voucher: ConfirmationNumber,
  coupon: LocalOffer,
  qr_code: QrCode,
  lead: ContactMail,
}

/** What each kind of record is called, and how it looks. */
export const lookOf = (kind: SearchKind) => ({
  label: capitalized(entities[kind].many),
  one: capitalized(entities[kind].one),
  Icon: icons[kind],
})

const search = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(parameters).toString()}`

type HitOf<Kind extends SearchKind> = Extract<SearchHit, { kind: Kind }>

/** The page of each kind of record, or its list filtered to it. */
const addresses: { [Kind in SearchKind]: (hit: HitOf<Kind>) => string } = {
  order: ({ id }) => `/order/${id}`,
  customer: ({ id }) => `/user/${id}`,
  company: ({ id, title }) => companyUrl({ id, name: title }),
  staff: ({ email }) => search('/staff_users', { query: email }),
  voucher: ({ voucherInfoId, title }) => search('/vouchers', { id: voucherInfoId, query: title }),
  coupon: ({ code }) => search('/coupons', { query: code }),
  qr_code: ({ id }) => search('/qr_codes', { id }),
  lead: ({ id }) => search('/leads', { status: 'all', lead: id }),
}

const addressOf = <Kind extends SearchKind>(hit: HitOf<Kind>) =>
  (addresses[hit.kind] as (hit: HitOf<Kind>) => string)(hit)

/** '#1042 Thesis' for an order, 'QR code 5', the title of any other record. */
function titleOf(hit: SearchHit): string {
  if (hit.kind === 'order') return `#${hit.number} ${hit.title}`
  return hit.kind === 'qr_code' ? `QR code ${hit.code}` : hit.title
}

/** What the server says of a record behind its names: 'Tea · Quark Traders · Expired' */
const states: Readonly<Record<string, string>> = {
  Inactive: 'Inactive',
  Sold: 'Sold',
  Expired: 'Expired',
  'Not started': 'Not started',
  'Staff user': 'Staff user',
  'Super admin': 'Super admin',
}

const inWords = (subtitle: string) =>
  subtitle
    .split(' · ')
    .map((part) => states[part] ?? part)
    .join(' · ')

export const entryOf = (hit: SearchHit): Entry => ({
  key: `${hit.kind} ${hit.id}`,
  title: titleOf(hit),
  detail: [inWords(hit.subtitle), phone(hit.mobile ?? '')].filter(Boolean).join(' · '),
  Icon: lookOf(hit.kind).Icon,
  to: addressOf(hit),
  record: hit.kind,
  ...(hit.kind === 'order' && { status: hit.status, promised_at: hit.promised_at }),
})

/** The hits by kind. A kind with an exact match comes first; within a kind the server has sorted them. */
export function groupHits(hits: readonly SearchHit[]): Group[] {
  const exact = hits.filter(({ match }) => match === 'exact')
  const found = [...new Set([...exact, ...hits].map(({ kind }) => kind))]
  return found.map((kind) => ({
    label: lookOf(kind).label,
    entries: hits.filter((hit) => hit.kind === kind).map(entryOf),
  }))
}

/** What is likely next for who calls: an order, where a phone number was typed that one customer has. */
export function nextOf(hits: readonly SearchHit[], typed: string): Entry[] {
  const [caller, ...others] = hits.filter(({ kind }) => kind === 'customer')
  const isPhone = /^\+?\d{6,}$/.test(plainPhone(typed))
  if (!caller || others.length > 0 || !isPhone) return []
  const to = search('/new_order', { user: caller.id })
  return [{ key: `order for ${caller.id}`, title: `New order for ${caller.title}`, Icon: Add, to }]
}
