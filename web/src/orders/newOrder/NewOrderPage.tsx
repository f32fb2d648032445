import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import type { User } from '@our-print/contract/people/customers.ts'
import { getCustomerReferral } from '@our-print/contract/rewards/referrals.ts'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { TextInput } from '../../base/form/contractForm.tsx'
import { rupees } from '../../base/format/format.ts'
import { Page, Section } from '../../base/page/Page.tsx'
import { useNavigate } from '../../base/router/router.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { CustomerPicker } from '../../people/customers/CustomerPicker.tsx'
import { countOrder, pagesProblem } from '../../printing/sheets/countOrder.ts'
import { useUsablePlans } from '../../rewards/plans/useUsablePlans.ts'
import { CreateOrderPanel } from './CreateOrderPanel.tsx'
import { DeliverySection } from './DeliverySection.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import ExtraLines from './ExtraLines.tsx'
import { NewOrderFiles } from './NewOrderFiles.tsx'
import styles from './NewOrderPage.module.css'
import { fieldNames, missingPages, pagesOfPlan, useNewOrderForm } from './newOrderForm.ts'
import { PrintOptions } from './PrintOptions.tsx'
import { useCreateOrder } from './useCreateOrder.ts'
import { useGivenCustomer } from './useGivenCustomer.ts'
import { useGivenFile } from './useGivenFile.ts'
import { useOrderDraft } from './useOrderDraft.ts'
import { useQuoting } from './useQuoting.ts'
import { useTitleFrom } from './useTitleFrom.ts'
import { type Uploads, useUploads } from './useUploads.ts'

const PlanChoice = lazyPart(() => import('./PlanChoice.tsx'))
const ProposedPromise = lazyPart(() => import('./ProposedPromise.tsx'))
const QuoteConflict = lazyPart(() => import('./QuoteConflict.tsx'))

type Goal = 'order' | 'quote'

/** Creates an order on one page: customer, files, options, price. Discarding a draft starts an empty one. */
export function NewOrderPage() {
  const [round, setRound] = useState(0)
  return <NewOrderForm key={round} onDiscarded={() => setRound(round + 1)} />
}

function NewOrderForm({ onDiscarded }: { onDiscarded: () => void }) {
  const form = useNewOrderForm()
  const uploads = useUploads()
  const take = useCreateOrder()
  const navigate = useNavigate()
  const [customer, setCustomer] = useState<User | null>(null)
  // While a submitted order waits for its files: the number of refused files at the time of submitting.
  const [waitingSince, setWaitingSince] = useState<number>()
  const [refusedMeanwhile, setRefusedMeanwhile] = useState(false)
  const { isDirty, isSubmitted } = form.formState
  const [drafted, setDrafted] = useState('')
  const quoting = useQuoting({ form, uploads, onCustomer: setDrafted })
  const unsaved = !take.isSuccess && (isDirty || (!quoting.changes && uploads.items.length > 0))
  const draft = useOrderDraft({ form, uploads, unsaved, onCustomer: setDrafted, off: quoting.changes })
  const error = take.error ?? quoting.error
  const [goal, setGoal] = useState<Goal>('order')
  const leaveWithoutConfirm = useLeaveGuard(unsaved, { onLeave: () => void draft.discard() })

  useGivenCustomer(drafted, (given) => {
    // The page chose this customer, so it is no unsaved input.
    form.resetField('user', { defaultValue: given.id })
    setCustomer(given)
  })
  useGivenFile(uploads)

  function choose(user: User | null) {
    setCustomer(user)
    // Plan and referral code belong to the previous customer; a coupon may be valid for one customer and not
    // for another.
    form.setValue('user_subscription_plan', '')
    form.setValue('referral_code', '')
    form.clearErrors(['coupon_code', 'referral_code'])
  }

  const chooseFiles = useRef<HTMLButtonElement>(null)

  // The search box disappears with the choice: focus the files, the next step.
  useEffect(() => {
    if (customer) chooseFiles.current?.focus()
  }, [customer])

  const { plans } = useUsablePlans(customer?.id ?? '')
  const mayBringCode = useCanUseReferralCode(customer)

  const waiting = waitingSince !== undefined
  const refused = uploads.items.filter(({ state }) => state === 'refused').length
  const usable = uploads.items.find(({ state }) => state !== 'refused')
  useTitleFrom(usable?.file.name, form, isSubmitted)

  const expired = error?.fields['uploads'] ?? error?.fields['files']
  const refusedPages = error?.fields['page_ranges']
  const missing = isSubmitted ? filesProblem(uploads, refusedMeanwhile && refused > 0) : undefined

  /** Shows an error at the plan, and sends nothing. */
  function tooFewPages(order: NewOrder): boolean {
    const { user_subscription_plan, copies } = order
    const plan = plans.find(({ id }) => id === user_subscription_plan)
    const sides = countOrder(uploads.uploads, order)?.paid_sides ?? 0
    const short = plan !== undefined && missingPages(plan, pagesOfPlan(sides, copies)) !== undefined
    if (short) form.setFocus('user_subscription_plan')
    return short
  }

  function send(order: NewOrder, wanted: Goal) {
    // An order must not be sent without a file that was refused after submitting.
    const lost = waitingSince !== undefined && refused > waitingSince
    const wait = !lost && uploads.pending > 0
    setRefusedMeanwhile(lost)
    setWaitingSince(wait ? refused : undefined)
    if (lost || wait || take.isPending || quoting.isPending || uploads.failed > 0 || !usable) return
    if (uploads.uploads.some(pagesProblem)) return
    if (tooFewPages(order)) return
    const chosen = {
      uploads: uploads.uploads.map(({ id }) => id),
      page_ranges: uploads.uploads.map(({ page_ranges }) => page_ranges),
    }
    const whole = { ...order, ...chosen }
    if (wanted === 'quote') return quoting.save(whole, ({ id }) => leaveTo(`/quote/${id}`), focusFirst)
    take.mutate(whole, {
      onSuccess: ({ id, number, payable }) => {
        leaveTo(`/order/${id}`)
        toast.success(`Order ${number} taken in${payable === null ? '' : `: ${rupees(payable)}`}`, {
          next: [
            { label: 'Job ticket', onClick: () => navigate(`/job_tickets?order=${id}`) },
            { label: 'New order', onClick: () => navigate('/new_order') },
          ],
        })
      },
      onError: ({ fields }) => focusFirst(fields),
    })
  }

  function leaveTo(to: string) {
    void draft.discard()
    uploads.release()
    leaveWithoutConfirm()
    navigate(to)
  }

  function focusFirst(fields: Record<string, string>) {
    const first = fieldNames.find((name) => fields[name])
    if (first) form.setFocus(first)
  }

  const submit = (wanted: Goal) =>
    form.handleSubmit(
      (order) => send(order, wanted),
      () => setWaitingSince(undefined),
    )()
  /** What becomes of it when it is sent, now or when its files are there. */
  function submitAs(wanted: Goal) {
    setGoal(wanted)
    const unused = wanted === 'quote' ? take : quoting
    unused.reset()
    void submit(wanted)
  }
  const sendNow = useEffectEvent(() => void submit(goal))
  useEffect(() => {
    if (waiting && uploads.pending === 0) sendNow()
  }, [waiting, uploads.pending])

  return (
    <Page
      title={
        quoting.changes
          ? `Change quote ${quoting.number ?? ''}`.trim()
          : quoting.only
            ? 'New quote'
            : 'New order'
      }
    >
      {draft.restored && (
        <div className={styles.notice}>
          <DraftNotice draft={draft.restored} onDiscard={() => void draft.discard().then(onDiscarded)} />
        </div>
      )}
      {quoting.conflict && (
        <div className={styles.notice}>
          <QuoteConflict {...quoting.conflict} />
        </div>
      )}
      <FormProvider {...form}>
        <form
          noValidate
          aria-label="New order"
          {...keys}
          onSubmit={(event) => {
            event.preventDefault()
            submitAs(quoting.only ? 'quote' : 'order')
          }}
          className={styles.form}
        >
          <Stack gap={4}>
            <Section title="Customer">
              <Stack gap={4}>
                <CustomerPicker name="user" value={customer} onChange={choose} />
                {mayBringCode && <ReferralInput />}
                {customer && <PlanChoice user={customer.id} files={uploads.uploads} />}
              </Stack>
            </Section>
            <Section title="Files">
              <Stack gap={4}>
                <NewOrderFiles
                  uploads={uploads}
                  buttonRef={chooseFiles}
                  error={expired ?? refusedPages ?? missing}
                  onSendAgain={
                    expired
                      ? () => {
                          take.reset()
                          uploads.sendAgain()
                        }
                      : undefined
                  }
                />
                <TextInput name="title" label="Title" placeholder="From the first file’s name" />
              </Stack>
            </Section>
            <Section title="Print options">
              <Stack gap={4}>
                <PrintOptions uploads={uploads} />
                <ExtraLines />
                <TextInput
                  name="notes"
                  label="Notes"
                  rows={1}
                  optional
                  placeholder="For the people who print or deliver it"
                />
              </Stack>
            </Section>
            <DeliverySection
              customer={customer}
              renderProposal={(take) => usable && <ProposedPromise files={uploads.uploads} onTake={take} />}
            />
          </Stack>
          <CreateOrderPanel
            form={form}
            uploads={uploads}
            error={error}
            creating={take.isPending || quoting.isPending}
            isQuote={quoting.only}
            onQuote={() => submitAs('quote')}
            waiting={waiting}
            onStopWaiting={() => setWaitingSince(undefined)}
          />
        </form>
      </FormProvider>
    </Page>
  )
}

function filesProblem({ items, failed, uploads }: Uploads, refusedMeanwhile: boolean): string | undefined {
  if (failed > 0) return 'Retry the files that did not upload, or remove them'
  if (uploads.some(pagesProblem)) return 'Mend the pages to print'
  if (refusedMeanwhile) return 'A file was refused. Look at the files, then take the order once more.'
  return items.every(({ state }) => state === 'refused') ? 'Add at least one file' : undefined
}

/** A referral code counts only with a first order. */
const ReferralInput = () => (
  <div className={styles.referral}>
    <TextInput
      name="referral_code"
      label="Referral code"
      optional
      hint="From the person who referred them. Counts when this first order is delivered."
    />
  </div>
)

const keys = { onKeyDown: blockPlainEnter }

/** Enter in a text field must not submit an incomplete order; Ctrl or Cmd with Enter does. */
function blockPlainEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Whether a referral code can be used: for a customer's first order, or if all earlier ones were cancelled. */
function useCanUseReferralCode(customer: User | null): boolean {
  const hasOrders = customer !== null && customer.orders_count > 0
  const { data } = useRead(
    getCustomerReferral,
    { querystring: { user_id: customer?.id ?? '' } },
    { enabled: hasOrders },
  )
  return hasOrders ? data?.may_bring_code === true : customer !== null
}
