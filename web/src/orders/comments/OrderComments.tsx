import {
  addOrderComment,
  listMentionable,
  listOrderComments,
  listOwnMentions,
  markMentionsSeen,
  type OrderComment,
} from '@our-print/contract/orders/orderComments.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getProfile } from '@our-print/contract/people/session.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useSeesShop } from '../../base/api/useCan.ts'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { formatDateTime, formatRecent, plural } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { TextArea } from '../../base/ui/Input.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { LinkButton } from '../../base/ui/Link.tsx'
import { Skeleton } from '../../base/ui/Skeleton.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { namedIn, toggleName } from './mentions.ts'
import styles from './OrderComments.module.css'

const atOnce = 5
const most = 100

const useComments = (id: string, limit: number) =>
  useRead(
    listOrderComments,
    { params: { id }, querystring: { limit: String(limit) } },
    { placeholderData: keepPreviousData },
  )

/** What people of the shop say to each other about an order, the newest first, and a field to say more. */
export default function OrderComments({ order }: { order: Order }) {
  const [limit, setLimit] = useState(atOnce)
  const reply = useComments(order.id, limit)
  const { data } = reply
  const comments = data?.results ?? []
  useSeen(order.id, comments)
  return (
    <Section title="Comments">
      <Stack gap={4} id={place} tabIndex={-1}>
        <CommentForm order={order.id} />
        <PartFailure reply={reply} />
        {!data && !reply.isError && (
          <output aria-label="Loading comments">
            <Skeleton width="60%" />
          </output>
        )}
        {comments.length > 0 && (
          <ol className={styles.comments} aria-label="Comments">
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} />
            ))}
          </ol>
        )}
        {data && data.count > comments.length && limit < most && (
          <Row>
            <Button look="plain" size="small" onClick={() => setLimit(most)}>
              Show {data.count > most ? `the newest ${most}` : `all ${data.count}`}
            </Button>
          </Row>
        )}
      </Stack>
    </Section>
  )
}

/** What the head of the page leads to. */
const place = 'comments'

/** How many there are and what was said last, in the head of the page: what was said may change what is done next. */
export function NewestComment({ order: { id } }: { order: Order }) {
  const { data } = useComments(id, atOnce)
  const newest = data?.results[0]
  if (!data || !newest) return null
  return (
    <>
      <LinkButton onClick={() => document.getElementById(place)?.focus()}>
        {plural(data.count, 'comment')}
      </LinkButton>
      <span className={styles.newest}>
        {newest.by}: {newest.text}
      </span>
    </>
  )
}

/** Comments on the screen that name the person are seen. */
function useSeen(order: string, comments: readonly OrderComment[]): void {
  const mark = useWrite(markMentionsSeen, [getProfile, listOwnMentions])
  const newest = comments.find(({ is_for_you }) => is_for_you)?.id
  const see = useEffectEvent(() => mark.mutate({ body: { order } }))
  useEffect(() => {
    if (newest) see()
  }, [newest])
}

const Comment = ({ comment: { at, by, text, is_for_you } }: { comment: OrderComment }) => (
  <li className={styles.comment}>
    <span aria-hidden="true" className={styles.face}>
      {initials(by)}
    </span>
    <div>
      <Text as="div" size="small" tone="muted">
        <Text strong>{by}</Text> ·{' '}
        <time dateTime={at} title={formatDateTime(at)}>
          {formatRecent(at)}
        </time>
        {is_for_you && ' · for you'}
      </Text>
      <Text as="div" flow="lines">
        {text}
      </Text>
    </div>
  </li>
)

/** 'AR' of Asha Rao. */
const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => /^./u.exec(word)?.[0])
    .slice(0, 2)
    .join('')

/** Ctrl or Cmd with Enter sends it. What could not be sent stays in the field. */
function CommentForm({ order }: { order: string }) {
  const isAdmin = useSeesShop()
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const send = useWrite(addOrderComment, [listOrderComments])
  useLeaveGuard(text.trim() !== '', { beside: true, sending: send.isPending })
  const { data } = useRead(listMentionable, { params: { id: order } }, { enabled: isUsed })
  const people = data?.people ?? []
  const named = namedIn(text, people)
  const hint = useId()

  function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (send.isPending || text.trim() === '') return
    const body = { text, mentions: named.map(({ id }) => id) }
    send.mutate(
      { params: { id: order }, body },
      { onSuccess: () => setText((now) => (now === text ? '' : now)) },
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={2}>
        <Field
          label="Comment"
          hideLabel
          error={send.error ? (send.error.fields['text'] ?? send.error.message) : undefined}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={2}
              value={text}
              maxLength={2000}
              placeholder={isAdmin ? 'For everybody in the office; @name tells one' : 'For the office'}
              onFocus={() => setUsed(true)}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        {(isUsed || text !== '') && (
          <Row gap={2} wrap justify="between">
            <fieldset aria-label="Who is told" aria-describedby={hint} className={styles.people}>
              {people.map((person) => {
                const isNamed = named.includes(person)
                return (
                  <Button
                    key={person.id}
                    size="small"
                    aria-pressed={isNamed}
                    onClick={() => setText(toggleName(text, person, isNamed))}
                  >
                    @{person.full_name}
                  </Button>
                )
              })}
            </fieldset>
            <Button
              type="submit"
              look="primary"
              loading={send.isPending}
              disabled={text.trim() === ''}
              aria-keyshortcuts="Control+Enter"
            >
              Comment
            </Button>
          </Row>
        )}
        <Text as="div" id={hint} size="caption" tone="muted">
          {isAdmin
            ? 'Delivery staff see only what names them.'
            : 'The office sees it; name somebody to tell them.'}
        </Text>
      </Stack>
    </form>
  )
}
