import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import { describe, expect, test } from 'vitest'
import { channelChanges } from '../src/customer/messages/channelForm.ts'
import { userChanges } from '../src/people/customers/page/useUpdateUser.ts'
import { leadChanges } from '../src/people/leads/leadTexts.ts'
import { staffChanges } from '../src/people/staff/staffTexts.ts'
import { printerChanges } from '../src/printing/printers/printerTexts.ts'
import { clientChanges } from '../src/rewards/clients/clientTexts.ts'
import { couponChanges } from '../src/rewards/coupons/couponTexts.ts'
import { planChanges, soldPlanChanges } from '../src/rewards/plans/planTexts.ts'
import { codeChanges } from '../src/rewards/qrCodes/qrTexts.ts'
import { configurationChanges } from '../src/shop/configurations/configurationForm.ts'
import { client } from './client.ts'
import { configuration } from './configuration.ts'
import { coupon } from './coupon.ts'
import { lead } from './lead.ts'
import { plan, soldPlan } from './plan.ts'
import { printer } from './printer.ts'
import { qrCode } from './qrCode.ts'
import { anita, ravi } from './user.ts'

// Whoever is told that a record was changed meanwhile is told what.

/** The record with one of its values changed, for each of them. */
function eachChanged<T>(value: T, name = ''): [name: string, changed: T][] {
  if (Array.isArray(value)) return [[name, [...value, value[0] ?? 'other'] as T]]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([field, one]) =>
      eachChanged(one, name ? `${name}.${field}` : field).map(([path, changed]): [string, T] => [
        path,
        { ...value, [field]: changed },
      ]),
    )
  if (typeof value === 'boolean') return [[name, !value as T]]
  if (/_on$|_to$|_from$/.test(name)) return [[name, '2027-03-01' as T]]
  return [[name, (typeof value === 'number' ? value + 1 : `${String(value)}x`) as T]]
}

const channel: MessageChannelSetup = {
  id: '01900000-0000-7000-8000-000000000001',
  channel: 'sms',
  is_active: true,
  email: {
    host: 'smtp.example.com',
    port: 587,
    security: 'starttls',
    username: '',
    from_name: '',
    from_email: 'shop@example.com',
    reply_to: '',
    dkim_domain: '',
    dkim_selector: '',
  },
  provider: {
    url: 'https://sms.example.com',
    headers: [],
    body_type: 'json',
    body: '{}',
    accepted: '',
    repeats_safely: false,
  },
  has_secret: true,
  has_dkim_key: false,
  quiet_from: '21:00',
  quiet_until: '08:00',
  off_reason: null,
  sender_field: 'msisdn',
  text_field: 'text',
  version: 3,
}
const filled = {
  ...configuration,
  opening_hours: { ...configuration.opening_hours, sun: { opens: '10:00', closes: '13:00' } },
  holidays: [{ day: '2026-01-26', name: 'Republic Day' }],
  arrival_windows: [{ from: '10:00', until: '12:00', most_orders: 3 }],
  shop_latitude: 12,
  shop_longitude: 77,
}

/** Never changed, or counted from other records. */
const always = ['id', 'ability_set_data.id', 'owner_data.id', 'version', 'created_at', 'created_on']

function tells<T>(record: T, changesOf: (seen: T, current: T) => string[], other: readonly string[] = []) {
  const left = [...always, ...other]
  const changes = eachChanged(record).filter(
    ([name]) => !left.some((each) => name === each || name.startsWith(`${each}.`)),
  )
  test.each(changes)('%s', (_, now) => {
    expect(changesOf(record, now)).toEqual([expect.stringContaining(' → ')])
  })
}

const sale = ['user', 'user_data', 'plan', 'plan_data', 'price']

describe('a configuration', () => tells(filled, configurationChanges))
describe('a printer', () => tells(printer, printerChanges, ['status', 'seen_at']))
describe('a channel', () => tells(channel, channelChanges, ['channel', 'off_reason']))
describe('a customer', () =>
  tells(anita, userChanges, [
    'referral_code',
    'double_of',
    'coins',
    'orders_count',
    'spent',
    'spent_this_year',
  ]))
describe('a staff user', () =>
  tells({ ...ravi, ability_set_data: { id: ravi.id, name: 'Desk' } }, staffChanges, [
    'is_superuser',
    'open_orders',
    'delivered',
    'ability_set',
  ]))
describe('a company', () => tells(client, clientChanges, ['address', 'low_stock', 'vouchers']))
describe('a lead', () =>
  tells({ ...lead, owner_data: { id: ravi.id, full_name: 'Ravi Kumar' } }, leadChanges, [
    'name',
    'email',
    'mobile',
    'subject',
    'message',
    'owner',
    'doubles',
  ]))
describe('a coupon', () => tells(coupon, couponChanges, ['usage_count', 'given_away']))
describe('a plan', () => tells(plan, planChanges, ['subscribers_count']))
describe('a sold plan', () =>
  tells(soldPlan, soldPlanChanges, [...sale, 'starts_on', 'pages_total', 'pages_left']))
describe('a QR code', () => tells(qrCode, codeChanges, ['url', 'count', 'qr_id', 'generated_date', 'image']))
