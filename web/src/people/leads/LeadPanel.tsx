import { getLead, type Lead } from '@our-print/contract/people/leads.ts'
import { type ReactNode, useId } from 'react'
import { useRead } from '../../base/api/api.ts'
import { Loading } from '../../base/feedback/Loading.tsx'
import { formatDateTime, phone } from '../../base/format/format.ts'
import { Close } from '../../base/icons/frame.tsx'
import { MailOutlined as Mail, PhoneOutlined as Phone } from '../../base/icons/screens.tsx'
import { ContactLink } from '../../base/page/ContactLink.tsx'
import { HistoryLink } from '../../base/page/HistoryLink.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button, IconButton } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Drawer } from '../../base/ui/Drawer.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { LeadForm } from './LeadForm.tsx'
import styles from './LeadPanel.module.css'

type Props = { id: string; onClose: () => void }

/** One lead next to the list: its message and its form. */
export default function LeadPanel({ id, onClose }: Props) {
  const { data: lead, error, isFetching, refetch } = useRead(getLead, { params: { id } })
  const titleId = useId()
  const gone = error?.status === 404 || error?.status === 400
  return (
    <Drawer kind="record" aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.head}>
        <div className={styles.name}>
          <Heading level="h2" like="h1" id={titleId}>
            {lead?.name ?? 'Lead'}
          </Heading>
        </div>
        {lead && <HistoryLink of={lead.id} newTab />}
        <IconButton size="small" aria-label="Close" onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      {lead ? (
        <LeadForm lead={lead} onClose={onClose}>
          <LeadMessage lead={lead} />
        </LeadForm>
      ) : error ? (
        <Failure>
          <p role="alert">{gone ? 'Lead not found. Check the link.' : error.message}</p>
          {!gone && (
            <Button loading={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          )}
        </Failure>
      ) : (
        <Loading of="part" />
      )}
    </Drawer>
  )
}

const Failure = ({ children }: { children: ReactNode }) => <div className={styles.failure}>{children}</div>

/** The lead's message, contact data, and others with the same mobile or email. */
function LeadMessage({ lead }: { lead: Lead }) {
  const { mobile, email, subject, message, created_at, doubles } = lead
  return (
    <Stack gap={4}>
      <Stack>
        <div className={styles.contact}>
          {mobile && <ContactLink Icon={Phone} href={`tel:${mobile}`} text={phone(mobile)} />}
          {email && <ContactLink Icon={Mail} href={mailTo(lead)} text={email} />}
        </div>
        <Text size="small" tone="muted">
          Received {formatDateTime(created_at)}
        </Text>
      </Stack>
      {doubles !== null && doubles.length > 0 && <Doubles doubles={doubles} of={lead} />}
      <Card quiet>
        {subject && (
          <Text as="div" size="subheading">
            {subject}
          </Text>
        )}
        <Text flow="lines">{message}</Text>
      </Card>
    </Stack>
  )
}

const mailTo = ({ email, subject }: Lead) =>
  `mailto:${email}${subject ? `?subject=${encodeURIComponent(`Re: ${subject}`)}` : ''}`

/** The same person may have written before, or be a customer already. */
const Doubles = ({ doubles, of }: { doubles: Lead['doubles'] & {}; of: Lead }) => (
  <Alert severity="info">
    The same mobile or email:
    <ul className={styles.doubles}>
      {doubles.map(({ kind, id, name }) => (
        <li key={id}>
          <Link underlined to={kind === 'customer' ? `/user/${id}` : `/leads?status=all&lead=${id}`}>
            {name}
          </Link>
          , {kind === 'lead' ? 'another lead' : id === of.user ? 'the customer it became' : 'a customer'}
        </li>
      ))}
    </ul>
  </Alert>
)
