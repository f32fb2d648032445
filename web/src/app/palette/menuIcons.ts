import type { SvgIconProps } from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import BadgeOutlined from '../../base/icons/BadgeOutlined.tsx'
import CardMembershipOutlined from '../../base/icons/CardMembershipOutlined.tsx'
import ConfirmationNumberOutlined from '../../base/icons/ConfirmationNumberOutlined.tsx'
import ContactMailOutlined from '../../base/icons/ContactMailOutlined.tsx'
import CreditScoreOutlined from '../../base/icons/CreditScoreOutlined.tsx'
import DashboardOutlined from '../../base/icons/DashboardOutlined.tsx'
import EventRepeatOutlined from '../../base/icons/EventRepeatOutlined.tsx'
import GroupAddOutlined from '../../base/icons/GroupAddOutlined.tsx'
import ListAltOutlined from '../../base/icons/ListAltOutlined.tsx'
import LocalOfferOutlined from '../../base/icons/LocalOfferOutlined.tsx'
import PeopleOutlined from '../../base/icons/PeopleOutlined.tsx'
import QrCode2Outlined from '../../base/icons/QrCode2Outlined.tsx'
import ReceiptLongOutlined from '../../base/icons/ReceiptLongOutlined.tsx'
import StorefrontOutlined from '../../base/icons/StorefrontOutlined.tsx'
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
