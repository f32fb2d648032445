import type { Lead } from '@our-print/contract/leads.ts'
import { Tag } from '../feedback/Tag.tsx'
import CheckCircle from '../icons/CheckCircleOutlined.tsx'
import Forum from '../icons/ForumOutlined.tsx'
import Unread from '../icons/MarkEmailUnreadOutlined.tsx'
import RemoveCircle from '../icons/RemoveCircleOutlined.tsx'
import { leadStatusLabels } from './leadTexts.ts'

const looks = {
  new: { Icon: Unread, tone: 'neutral' },
  contacted: { Icon: Forum, tone: 'neutral' },
  won: { Icon: CheckCircle, tone: 'good' },
  lost: { Icon: RemoveCircle, tone: 'off' },
} as const

/** The status of a lead. */
export const LeadTag = ({ status }: Pick<Lead, 'status'>) => (
  <Tag label={leadStatusLabels[status]} {...looks[status]} />
)
