import { listCustomerTags, mostTags, type User } from '@our-print/contract/people/customers.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRead } from '../../../base/api/api.ts'
import { ConflictDialog } from '../../../base/dialog/ConflictDialog.tsx'
import { toast } from '../../../base/feedback/toast.ts'
import { useDebounced } from '../../../base/form/useDebounced.ts'
import { plural } from '../../../base/format/format.ts'
import { Section } from '../../../base/page/Page.tsx'
import { Button } from '../../../base/ui/Button.tsx'
import { Chip } from '../../../base/ui/Chip.tsx'
import { Combobox } from '../../../base/ui/Combobox.tsx'
import { Field } from '../../../base/ui/Field.tsx'
import { Row, Stack } from '../../../base/ui/Layout.tsx'
import { Text } from '../../../base/ui/Text.tsx'
import { useUpdateUser } from './useUpdateUser.ts'

/** The tags of a customer; one is removed by a press, and another one typed or chosen of those in use. */
export function CustomerTags({ user }: { user: User }) {
  const client = useQueryClient()
  const changing = useUpdateUser(user)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const searchText = useDebounced(typed.trim())
  const { data } = useRead(
    listCustomerTags,
    { querystring: { limit: '20', ...(searchText && { query: searchText.slice(0, 200) }) } },
    { enabled: open, placeholderData: keepPreviousData },
  )
  const wanted = typed.trim().toLowerCase()
  const options = (data?.results ?? []).filter(({ tag }) => !user.tags.includes(tag) && tag.includes(wanted))

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
              <Field label="Add a tag" hideLabel error={changing.error?.message}>
                {(wiring) => (
                  <Combobox
                    wiring={wiring}
                    list="Tags in use"
                    text={typed}
                    onText={setTyped}
                    open={open}
                    onOpen={setOpen}
                    options={options}
                    keyOf={({ tag }) => tag}
                    renderOption={({ tag, customers }) => (
                      <Row justify="between" gap={2} fill>
                        {tag}
                        <Text size="caption" tone="muted">
                          {plural(customers, 'customer')}
                        </Text>
                      </Row>
                    )}
                    onChoose={({ tag }) => {
                      setOpen(false)
                      setTyped('')
                      void add(tag)
                    }}
                    free
                    placeholder="Add a tag"
                    onBlur={() => undefined}
                    ref={null}
                  />
                )}
              </Field>
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
