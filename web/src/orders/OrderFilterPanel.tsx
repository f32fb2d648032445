import { paymentStatuses, paymentStatusLabels } from '@our-print/contract/money/paymentTerms.ts'
import { type OrderStatus, orderStatuses, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { printedParts } from '@our-print/contract/orders/promises.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { plainNumber } from '@our-print/contract/plainPhone.ts'
import { colorChoices, paperSizes } from '@our-print/contract/shop/configurations.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useViewer } from '../base/api/useViewer.ts'
import { viewerCan } from '../base/api/viewerCan.ts'
import { DateField } from '../base/form/DateField.tsx'
import { amountSign } from '../base/format/format.ts'
import { Button } from '../base/ui/Button.tsx'
import { Checkbox } from '../base/ui/Checkbox.tsx'
import { Field } from '../base/ui/Field.tsx'
import { Input, SelectField } from '../base/ui/Input.tsx'
import { Popover } from '../base/ui/Popover.tsx'
import { Text } from '../base/ui/Text.tsx'
import { colorLabels } from '../shop/configurations/printTexts.ts'
import styles from './OrderFilterPanel.module.css'
import { CompanyField, CustomerField, StaffField } from './OrderFilterPickers.tsx'
import { FoldedDays, useFoldsDays } from './OrderFilters.tsx'
import {
  isAmount,
  isByStatus,
  type OrderList,
  type OrderOption,
  type OrderViewName,
  orderOptions,
  validOptions,
  validStatuses,
} from './orderLists.ts'
import { dueLabels, printedLabels } from './promises/promiseTexts.ts'

const colorOptions = [
  { value: '', label: 'Any' },
  ...colorChoices.map((value) => ({ value, label: colorLabels[value] })),
]
const paperOptions = [{ value: '', label: 'Any' }, ...paperSizes.map((value) => ({ value, label: value }))]
const pickupOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Picked up by the customer' },
  { value: 'false', label: 'Delivered' },
]

const readyOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Ready for pick-up' },
  { value: 'false', label: 'Not ready' },
]
const priceOptions = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Set by hand' },
  { value: 'false', label: 'Calculated' },
]
const dueOptions = [
  { value: '', label: 'Any' },
  { value: 'late', label: 'Late' },
  { value: 'soon', label: 'Within the hour' },
  { value: 'at_risk', label: dueLabels.at_risk },
]
const printedOptions = [
  { value: '', label: 'Any' },
  ...printedParts.map((value) => ({ value, label: printedLabels[value] })),
]

const paymentOptions = [
  { value: '', label: 'Any' },
  ...paymentStatuses.map((value) => ({ value, label: paymentStatusLabels[value] })),
]

const amounts = [
  { name: 'payable_from', label: 'Amount from' },
  { name: 'payable_to', label: 'Amount to' },
  { name: 'paid_from', label: 'Paid from' },
  { name: 'paid_to', label: 'Paid to' },
  { name: 'due_from', label: 'Owed from' },
  { name: 'due_to', label: 'Owed to' },
] as const

type Props = { anchor: HTMLElement; list: OrderList; view: OrderViewName; onClose: () => void }

/** The filters of a list of orders. Each change is applied at once. */
export default function OrderFilterPanel({ anchor, list, view, onClose }: Props) {
  const chosen = validOptions(list.filters)
  const statuses = validStatuses(list.filters.status)
  const form = useForm()
  const set = (name: OrderOption, value: string | null) => list.setFilter(name, value || null)
  type Chosen =
    | 'color'
    | 'paper_size'
    | 'pickup'
    | 'due'
    | 'printed'
    | 'is_ready'
    | 'price_by_hand'
    | 'payment_status'
  const day = (name: 'promised_from' | 'promised_to', label: string, min?: string) => (
    <DateField label={label} min={min} value={chosen[name] ?? null} onChange={(value) => set(name, value)} />
  )
  const select = (name: Chosen, label: string, options: typeof pickupOptions) => (
    <SelectField
      label={label}
      options={options}
      value={chosen[name] ?? ''}
      onChange={(value) => set(name, value)}
    />
  )
  const foldsDays = useFoldsDays(view)
  const days = foldsDays ? { from_date: null, to_date: null } : {}
  const hasDays = foldsDays && Boolean(list.filters.from_date || list.filters.to_date)
  const hasStatus = statuses.length > (foldsDays ? 0 : 1)
  const isActive = Object.keys(chosen).length > 0 || hasStatus || hasDays
  const isOpen = !view.endsWith('completed')
  const viewer = useViewer()
  const may = (ability: Ability) => viewerCan(viewer, ability)

  return (
    <Popover label="Filters" anchor={anchor} size="medium" onClose={onClose}>
      <FormProvider {...form}>
        <div className={styles.fields}>
          {isByStatus(view) && (
            <Wide>
              <StatusBoxes
                chosen={statuses}
                onChange={(chosen) => list.setFilter('status', chosen.join(',') || null)}
              />
            </Wide>
          )}
          {foldsDays && <FoldedDays list={list} />}
          {!view.endsWith('pending') && (may('assign') || may('staff')) && (
            <Wide>
              <StaffField id={chosen.assigned_user} onChange={(id) => set('assigned_user', id)} />
            </Wide>
          )}
          {may('customers') && (
            <Wide>
              <CustomerField id={chosen.user} onChange={(id) => set('user', id)} />
            </Wide>
          )}
          {may('vouchers') && (
            <Wide>
              <CompanyField id={chosen.client} onChange={(id) => set('client', id)} />
            </Wide>
          )}
          {select('color', 'Colour', colorOptions)}
          {select('paper_size', 'Paper', paperOptions)}
          <Wide>{select('pickup', 'Hand-over', pickupOptions)}</Wide>
          {select('printed', 'Printed', printedOptions)}
          {isOpen ? select('due', 'Due', dueOptions) : <span />}
          {isOpen && <Wide>{select('is_ready', 'Ready', readyOptions)}</Wide>}
          {day('promised_from', 'Promised from')}
          {day('promised_to', 'Promised to', chosen.promised_from)}
          {may('prices') && <Wide>{select('payment_status', 'Payment', paymentOptions)}</Wide>}
          {may('prices') &&
            amounts.map(({ name, label }) => (
              <NumberField
                key={name}
                label={label}
                value={chosen[name]}
                isValid={isAmount}
                problem="An amount such as 250 or 99.50"
                start={amountSign()}
                onChange={(value) => set(name, value)}
              />
            ))}
          {may('prices') && select('price_by_hand', 'Price', priceOptions)}
          {isOpen && (
            <NumberField
              label="Waiting longer than"
              value={chosen.waiting_days}
              isValid={(text) => /^\d{1,4}$/.test(text)}
              problem="A number of days"
              end="days"
              onChange={(value) => set('waiting_days', value)}
            />
          )}
        </div>
      </FormProvider>
      <div className={styles.end}>
        <Button
          look="plain"
          disabled={!isActive}
          onClick={() =>
            list.setFilters({
              ...Object.fromEntries(orderOptions.map((name) => [name, null])),
              ...(hasStatus && { status: null }),
              ...days,
            })
          }
        >
          Clear all
        </Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Popover>
  )
}

type StatusProps = { chosen: readonly OrderStatus[]; onChange: (chosen: readonly OrderStatus[]) => void }

/** Checked at once, and together with a click before it: the address follows a moment later. */
function StatusBoxes({ chosen, onChange }: StatusProps) {
  const [checked, setChecked] = useState(chosen)
  const latest = useRef(chosen)
  const text = chosen.join(',')
  // Cleared elsewhere, or Back.
  useEffect(() => {
    latest.current = orderStatuses.filter((status) => text.split(',').includes(status))
    setChecked(latest.current)
  }, [text])
  function toggle(status: OrderStatus) {
    latest.current = orderStatuses.filter((one) => latest.current.includes(one) !== (one === status))
    setChecked(latest.current)
    onChange(latest.current)
  }
  return (
    <fieldset className={styles.statuses}>
      <Text as="legend" size="label">
        Status
      </Text>
      <div className={styles.boxes}>
        {orderStatuses.map((status) => (
          <Checkbox
            key={status}
            label={orderStatusLabels[status]}
            checked={checked.includes(status)}
            onChange={() => toggle(status)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const Wide = ({ children }: { children: ReactNode }) => <div className={styles.wide}>{children}</div>

type NumberProps = {
  label: string
  value: string | undefined
  isValid: (text: string) => boolean
  problem: string
  start?: string
  end?: string
  onChange: (value: string | null) => void
}

/** A number that is applied when the field is left, or with Enter. */
function NumberField({ label, value = '', isValid, problem, start, end, onChange }: NumberProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [isWrong, setWrong] = useState(false)
  // Cleared elsewhere.
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
    setWrong(false)
  }
  function apply() {
    const text = plainNumber(typed)
    const wrong = text !== '' && !isValid(text)
    setWrong(wrong)
    if (!wrong && text !== value) onChange(text || null)
  }
  return (
    <Field label={label} error={isWrong ? problem : undefined}>
      {(wiring) => (
        <Input
          {...wiring}
          inputMode="decimal"
          autoComplete="off"
          start={start}
          end={end}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
      )}
    </Field>
  )
}
