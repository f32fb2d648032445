import { getAuthor } from '@our-print/contract/shop/authors.ts'
import { useRead } from '../api/api.ts'
import { authorOf } from '../api/latest.ts'
import type { Conflict } from '../api/useUpdate.ts'
import { listed } from '../format/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Text } from '../ui/Text.tsx'
import { ChangeList } from './ChangeList.tsx'

type Props = {
  /** 'This lead' */
  what: string
  newer: Conflict<unknown>
  /** Fills the form from the current record, except for what was typed. */
  onReload: () => void
}

/** Shown in a form while somebody edits: what another person has just changed. Nothing typed is touched. */
export default function NewerNotice({ what, newer, onReload }: Props) {
  const by = authorOf((newer.current as { id?: string }).id ?? '')
  const author = useRead(
    getAuthor,
    { params: { id: by ?? '' } },
    { enabled: by !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  const name = author.data?.full_name ?? 'Somebody'
  return (
    <Text as="output" size="small">
      <Alert severity="info">
        {`${name} changed ${changedParts(newer.changes) ?? lowerFirst(what)} just now. What you typed is kept.`}
        <ChangeList changes={newer.changes} />
        <Button size="small" onClick={onReload}>
          Take it over
        </Button>
      </Alert>
    </Text>
  )
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

/** 'the address and the title' of sentences such as 'Address: … → …'. */
function changedParts(changes: readonly string[]): string | undefined {
  const parts = changes.flatMap((change) => {
    const name = /^([^:]{1,40}): .* → /su.exec(change)?.[1]
    return name ? [`the ${lowerFirst(name)}`] : []
  })
  return parts.length > 0 ? listed(parts) : undefined
}
