import type { Lead } from '@our-print/contract/people/leads.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
} from '../../base/icons/frame.tsx'
import { ForumOutlined as Forum, MarkEmailUnreadOutlined as Unread } from '../../base/icons/screens.tsx'
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
