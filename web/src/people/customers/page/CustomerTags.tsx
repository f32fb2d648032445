import { listCustomerTags, mostTags, type User } from '@our-print/contract/people/customers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ConflictDialog } from '../../../base/dialog/ConflictDialog.tsx'
import { toast } from '../../../base/feedback/toast.ts'
import { Section } from '../../../base/page/Page.tsx'
import { Button } from '../../../base/ui/Button.tsx'
import { Chip } from '../../../base/ui/Chip.tsx'
import { Row, Stack } from '../../../base/ui/Layout.tsx'
import { TagBox } from '../TagBox.tsx'
import { useUpdateUser } from './useUpdateUser.ts'

/** The tags of a customer; one is removed by a press, and another one typed or chosen of those in use. */
export function CustomerTags({ user }: { user: User }) {
  const client = useQueryClient()
  const changing = useUpdateUser(user)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()

  async function set(tags: string[], done: string) {
    const saved = await changing.update({ tags }, user)
    if (!saved) return false
    void client.invalidateQueries({ queryKey: [listCustomerTags.url] })
    toast.success(done)
    return true
  }

  async function add(tag: string) {
    if (user.tags.includes(tag)) setTyped('')
    else if (tag && !changing.isPending && (await set([...user.tags, tag], `Tagged ${tag}`))) {
      // What was typed while it was sent is the next one.
      setTyped((now) => (now === typed ? '' : now))
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void add(wanted)
  }

  return (
    <Section title="Tags">
      <Stack as="form" gap={2} aria-label="Tags" onSubmit={submit}>
        <ConflictDialog what="This customer" changing={changing} />
        {user.tags.length > 0 && (
          <Row gap={2} wrap>
            {user.tags.map((tag) => (
              <Chip
                key={tag}
                text={tag}
                label={`Remove tag: ${tag}`}
                onRemove={() =>
                  void set(
                    user.tags.filter((other) => other !== tag),
                    `Tag ${tag} removed`,
                  )
                }
              />
            ))}
          </Row>
        )}
        {user.tags.length < mostTags && (
          <Row gap={2} align="end">
            <Stack fill>
              <TagBox
                label="Add a tag"
                hideLabel
                error={changing.error?.message}
                placeholder="Add a tag"
                text={typed}
                onText={setTyped}
                without={user.tags}
                onChoose={(tag) => {
                  setTyped('')
                  void add(tag)
                }}
              />
            </Stack>
            <Button type="submit" disabled={wanted === ''} loading={changing.isPending}>
              Add
            </Button>
          </Row>
        )}
      </Stack>
    </Section>
  )
}
