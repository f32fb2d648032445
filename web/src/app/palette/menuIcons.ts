import {
  BadgeOutlined,
  CardMembershipOutlined,
  ConfirmationNumberOutlined,
  ContactMailOutlined,
  CreditScoreOutlined,
  DashboardOutlined,
  EventRepeatOutlined,
  GroupAddOutlined,
  ListAltOutlined,
  LocalOfferOutlined,
  PaymentsOutlined,
  PeopleOutlined,
  PrintOutlined,
  QrCode2Outlined,
  ReceiptLongOutlined,
  StorefrontOutlined,
} from '../../base/icons/frame.tsx'
import type { IconType } from '../../base/icons/Icon.tsx'
import type { MenuIcon } from '../screens.ts'

/** The icon of each screen of the menus. */
export const menuIcons: Record<MenuIcon, IconType> = {
  list: ListAltOutlined,
  dashboard: DashboardOutlined,
  users: PeopleOutlined,
  orders: ReceiptLongOutlined,
  'subscription-orders': EventRepeatOutlined,
  staff: BadgeOutlined,
  leads: ContactMailOutlined,
  plans: CardMembershipOutlined,
  'user-plans': CreditScoreOutlined,
  'qr-codes': QrCode2Outlined,
  companies: StorefrontOutlined,
  vouchers: ConfirmationNumberOutlined,
  referrals: GroupAddOutlined,
  coupons: LocalOfferOutlined,
  printing: PrintOutlined,
  money: PaymentsOutlined,
}
