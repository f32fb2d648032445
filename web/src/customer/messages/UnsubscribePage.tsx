import { getUnsubscription, unsubscribe } from '@our-print/contract/customer/messageChoice.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { LoadFailure, Loading, Notice } from '../../base/feedback/Loading.tsx'
import { useTitle } from '../../base/page/useTitle.ts'
import { useParams } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Card } from '../../base/ui/Card.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import styles from './UnsubscribePage.module.css'

/** What the link below an email opens, without signing in: a button that stops these emails. */
export function UnsubscribePage() {
  const { code = '' } = useParams()
  useTitle('No more emails')
  const reply = useRead(getUnsubscription, { params: { code } })
  const stop = useWrite(unsubscribe, [])
  const { data, error } = reply
  const isOff = stop.data?.is_off ?? data?.is_off
  return (
    <main className={styles.page}>
      {data ? (
        <Card large pad={6}>
          <Stack gap={4} align="start">
            <Heading level="h1" like="h2">
              {isOff ? 'No more emails' : `Stop emails of ${data.shop}?`}
            </Heading>
            <Text as="p" flow="wrap">
              {isOff
                ? `${data.shop} sends no more emails to ${data.address}.`
                : `${data.shop} tells ${data.address} about orders by email.`}
            </Text>
            {!isOff && (
              <Button
                look="primary"
                loading={stop.isPending}
                onClick={() => stop.mutate({ params: { code } })}
              >
                Stop emails
              </Button>
            )}
            {stop.error && (
              <Text as="p" role="alert" tone="danger">
                {stop.error.message}
              </Text>
            )}
          </Stack>
        </Card>
      ) : error && (error.status === 404 || error.status === 400) ? (
        <Notice title="Link not found">
          <p>It may be damaged or too old. Please ask at the counter.</p>
        </Notice>
      ) : error ? (
        <LoadFailure title="This page could not be loaded" reply={reply} />
      ) : (
        <Loading of="part" />
      )}
    </main>
  )
}
