import Box from '@mui/material/Box'
import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { plural, rupees } from '../base/format/format.ts'
import { Close } from '../base/icons/frame.tsx'
import { SecondaryButton, TextButton } from '../base/page/Page.tsx'
import { colorLabels } from '../shop/configurations/printTexts.ts'
import { type OrderList, type OrderOption, orderOptions, type validOptions } from './orderLists.ts'
import { useCompanyName, useCustomerName, useStaffName } from './useFilterNames.ts'

type Options = ReturnType<typeof validOptions>
type Props = { list: OrderList; options: Options; statuses: readonly OrderStatus[] }

/** The active filters behind the button: each can be removed, or all at once. */
export default function OrderFilterChips({ list, options, statuses }: Props) {
  const staff = useStaffName(options.assigned_user)
  const customer = useCustomerName(options.user)
  const company = useCompanyName(options.client)
  const texts: Record<OrderOption, string> = {
    assigned_user: `Staff: ${staff}`,
    user: `Customer: ${customer}`,
    client: `Customer has vouchers of ${company}`,
    color: options.color ? colorLabels[options.color] : '',
    paper_size: `Paper: ${options.paper_size}`,
    pickup: options.pickup === 'true' ? 'Customer picks up' : 'To be delivered',
    payable_from: `From ${rupees(Number(options.payable_from))}`,
    payable_to: `Up to ${rupees(Number(options.payable_to))}`,
    waiting_days: `Waiting longer than ${plural(Number(options.waiting_days), 'day')}`,
  }
  const names = orderOptions.filter((name) => options[name] !== undefined)
  return (
    <Box
      component="section"
      aria-label="Active filters"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}
    >
      {statuses.length > 1 && (
        <Chip
          text={statuses.map((status) => orderStatusLabels[status]).join(' or ')}
          onRemove={() => list.setFilter('status', null)}
        />
      )}
      {names.map((name) => (
        <Chip key={name} text={texts[name]} onRemove={() => list.setFilter(name, null)} />
      ))}
      <TextButton
        sx={{ minHeight: { xs: 40, md: 28 }, color: 'text.secondary' }}
        onClick={() =>
          list.setFilters({
            ...Object.fromEntries(names.map((name) => [name, null])),
            ...(statuses.length > 1 && { status: null }),
          })
        }
      >
        Clear all
      </TextButton>
    </Box>
  )
}

const Chip = ({ text, onRemove }: { text: string; onRemove: () => void }) => (
  <SecondaryButton
    size="small"
    aria-label={`Remove filter: ${text}`}
    endIcon={<Close size={14} />}
    onClick={onRemove}
    sx={{
      minHeight: { xs: 40, md: 28 },
      borderRadius: 4,
      fontWeight: 400,
      maxWidth: 1,
      whiteSpace: 'normal',
      textAlign: 'left',
    }}
  >
    {text}
  </SecondaryButton>
)
