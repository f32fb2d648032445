import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import BadgeOutlined from '../icons/BadgeOutlined.tsx'
import CardMembershipOutlined from '../icons/CardMembershipOutlined.tsx'
import ConfirmationNumberOutlined from '../icons/ConfirmationNumberOutlined.tsx'
import ContactMailOutlined from '../icons/ContactMailOutlined.tsx'
import CreditScoreOutlined from '../icons/CreditScoreOutlined.tsx'
import DashboardOutlined from '../icons/DashboardOutlined.tsx'
import EventRepeatOutlined from '../icons/EventRepeatOutlined.tsx'
import GroupAddOutlined from '../icons/GroupAddOutlined.tsx'
import ListAltOutlined from '../icons/ListAltOutlined.tsx'
import LocalOfferOutlined from '../icons/LocalOfferOutlined.tsx'
import PeopleOutlined from '../icons/PeopleOutlined.tsx'
import QrCode2Outlined from '../icons/QrCode2Outlined.tsx'
import ReceiptLongOutlined from '../icons/ReceiptLongOutlined.tsx'
import StorefrontOutlined from '../icons/StorefrontOutlined.tsx'
import type { MenuIcon } from '../screens.ts'

/** The icon of each screen of the menus. */
export const menuIcons: Record<MenuIcon, ComponentType<SvgIconProps>> = {
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
}
