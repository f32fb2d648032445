import { approvalActs, limitedActs } from '@our-print/contract/money/approvalActs.ts'
import { getApprovalRule } from '@our-print/contract/money/approvals.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { Facts, Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { neededFor } from './approvalTexts.ts'

const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'))

/** Which acts need a second super admin, on the page of the configuration. */
export function TwoPeople() {
  const { data: rule, error, refetch } = useRead(getApprovalRule, {})
  const [isOpen, setOpen] = useState(false)
  const isAlone = rule !== undefined && rule.super_admins < 2
  return (
    <Section
      title="Two people"
      aside={
        <Button size="small" disabled={!rule || isAlone} onClick={() => setOpen(true)}>
          Change
        </Button>
      }
    >
      <Stack gap={3}>
        <Text as="p" size="small" tone="muted">
          {isAlone
            ? 'What one super admin does can wait until another one approves it. This shop has one active super admin, so it cannot be switched on.'
            : 'What one super admin or clerk does waits until another super admin approves it.'}
        </Text>
        {error && !rule ? (
          <Text as="div" tone="danger">
            {error.message}{' '}
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </Text>
        ) : (
          <Facts
            facts={limitedActs.map((act) => ({
              name: approvalActs[act].rule,
              value: rule ? neededFor(act, rule.limits[act]) : '…',
            }))}
          />
        )}
      </Stack>
      {isOpen && rule && <RuleDialog rule={rule} onClose={() => setOpen(false)} />}
    </Section>
  )
}
