import { getPrint } from '@our-print/contract/orders/printPage.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../base/api/api.ts'
import type { ApiError } from '../../base/api/call.ts'
import { Loading, Notice } from '../../base/feedback/Loading.tsx'
import { count } from '../../base/format/format.ts'
import { Logo } from '../../base/page/Logo.tsx'
import { useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './PrintPage.module.css'

/** What the QR code of a job ticket opens, without signing in: whose print it is, what, and how many pages. */
export function PrintPage() {
  const { id = '' } = useParams()
  const print = useRead(getPrint, { params: { id } })
  return (
    <main className={styles.page}>
      {print.data ? (
        <Card large pad={6} className={styles.print}>
          <div className={styles.shop}>
            <Logo />
            Our Print
          </div>
          <Heading level="h1">{print.data.title}</Heading>
          <dl className={styles.facts}>
            <Fact name="Customer">{print.data.user_data.first_name}</Fact>
            <Fact name="Total pages">{count(print.data.pdf_page_count)}</Fact>
          </dl>
        </Card>
      ) : print.error ? (
        <Failure error={print.error} onRetry={() => void print.refetch()} />
      ) : (
        <Loading of="part" />
      )}
    </main>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text as="dt" size="small" tone="muted">
      {name}
    </Text>
    <Text as="dd" size="heading">
      {children}
    </Text>
  </div>
)

/** An unknown id and text that is no id get the same message. */
const unknown = ({ status }: ApiError) => status === 404 || status === 400

const Failure = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) =>
  unknown(error) ? (
    <Notice title="Print not found">
      <p>The code may be damaged or belong to another shop. Please ask at the counter.</p>
    </Notice>
  ) : (
    <Notice title="This print could not be loaded">
      <p role="alert">{error.message}</p>
      <Button onClick={onRetry}>Retry</Button>
    </Notice>
  )
