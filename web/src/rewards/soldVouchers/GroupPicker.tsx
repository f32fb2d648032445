import Box from '@mui/material/Box'
import { listVoucherGroups, type VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { useController } from 'react-hook-form'
import { query } from '../../base/api/api.ts'
import { RecordPicker } from '../../base/form/RecordPicker.tsx'
import { formatDay } from '../../base/format/dates.ts'
import { coins, count } from '../../base/format/format.ts'

type Props = {
  name: string
  value: VoucherGroup | null
  onChange: (group: VoucherGroup | null) => void
  autoFocus?: boolean
}

/** Finds an available voucher by company, detail or cost; the form's field holds the group's id. */
export function GroupPicker({ name, value, onChange, autoFocus }: Props) {
  const { field } = useController({ name })
  return (
    <RecordPicker<VoucherGroup, VoucherGroup>
      field={field}
      label="Voucher"
      listLabel="Vouchers with codes left"
      value={value}
      onChange={(group) => {
        onChange(group)
        field.onChange(group?.id ?? '')
      }}
      search={(searchText) =>
        query(listVoucherGroups, { querystring: { available: 'true', limit: '50', query: searchText } })
      }
      nameOf={({ client_name, voucher_detail }) => `${client_name}, ${voucher_detail}`}
      option={option}
      records="Vouchers"
      nothing={(searchText) =>
        searchText ? 'No voucher with codes left matches this' : 'No voucher has codes left'
      }
      placeholder="Type a company, detail or cost"
      autoFocus={autoFocus}
    />
  )
}

const secondarySx = { typography: 'caption', color: 'text.secondary' } as const

const option = (group: VoucherGroup) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {group.voucher_detail}
      <Box sx={secondarySx}>
        {group.client_name} · until {formatDay(group.expiry_date)}
      </Box>
    </Box>
    <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
      {coins(group.cost)} coins
      <Box sx={secondarySx}>{count(group.available)} left</Box>
    </Box>
  </Box>
)
