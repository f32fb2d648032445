import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Forum from '@mui/icons-material/ForumOutlined'
import Unread from '@mui/icons-material/MarkEmailUnreadOutlined'
import RemoveCircle from '@mui/icons-material/RemoveCircleOutlined'
import type { Lead } from '@our-print/contract/leads.ts'
import { Tag } from '../feedback/Tag.tsx'
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
