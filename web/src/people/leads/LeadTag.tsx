import type { Lead } from '@our-print/contract/people/leads.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import CheckCircle from '../../base/icons/CheckCircleOutlined.tsx'
import Forum from '../../base/icons/ForumOutlined.tsx'
import Unread from '../../base/icons/MarkEmailUnreadOutlined.tsx'
import RemoveCircle from '../../base/icons/RemoveCircleOutlined.tsx'
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
