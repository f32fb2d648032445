import { type CustomerMerge, listCustomerMerges } from '@our-print/contract/people/customerMerges.ts'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { formatDate, phone } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { movedText } from './mergeTexts.ts'
import { useUndoMerge } from './useUndoMerge.ts'

/** Who was merged into a customer, with the way back; nothing for who is one alone. */
export function MergedCustomers({ kept }: { kept: string }) {
  const { data } = useRead(listCustomerMerges, { querystring: { kept, limit: '20' } })
  const merges = data?.results.filter(({ undone_at }) => undone_at === null) ?? []
  if (merges.length === 0) return null
  return (
    <Section title="Merged">
      <Stack gap={3}>
        {merges.map((merge) => (
          <Merged key={merge.id} merge={merge} />
        ))}
      </Stack>
    </Section>
  )
}

function Merged({ merge }: { merge: CustomerMerge }) {
  const { merged_name, merged_mobile, kept_name, moved, at, by, can_undo } = merge
  const { undo, isPending } = useUndoMerge()
  const mayUndo = useCan('prices') && can_undo
  const confirm = useConfirm()
  const what = movedText(moved)

  async function ask() {
    const question = {
      title: `Undo the merge with ${merged_name}?`,
      body: `${merged_name} is a customer again${what ? `, with ${what}` : ''}. Orders taken in since the merge stay with ${kept_name}.`,
      action: 'Undo merge',
    }
    if (await confirm(question)) await undo(merge)
  }

  return (
    <Stack gap={1}>
      <Row gap={2} justify="between" align="start">
        <Stack fill>
          <Text flow="wrap">{merged_name}</Text>
          <Text size="small" tone="muted">
            {phone(merged_mobile)}
          </Text>
        </Stack>
        {mayUndo && (
          <Button
            size="small"
            loading={isPending}
            aria-label={`Undo the merge with ${merged_name}`}
            onClick={() => void ask()}
          >
            Undo
          </Button>
        )}
      </Row>
      <Text size="caption" tone="muted" flow="wrap">
        {formatDate(at)}
        {by && `, by ${by}`}
        {what && `: ${what}`}
      </Text>
    </Stack>
  )
}
