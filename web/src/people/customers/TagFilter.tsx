import { listCustomerTags } from '@our-print/contract/people/customers.ts'
import { useRead } from '../../base/api/api.ts'
import { count } from '../../base/format/format.ts'
import { SelectField } from '../../base/ui/Input.tsx'

/** Narrows a list to customers with a tag. */
export function TagFilter({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const { data } = useRead(listCustomerTags, { querystring: { limit: '100' } })
  const known = data?.results ?? []
  const options = [
    { value: '', label: 'All tags' },
    ...known.map(({ tag: value, customers }) => ({ value, label: `${value} (${count(customers)})` })),
    ...(tag && !known.some((one) => one.tag === tag) ? [{ value: tag, label: tag }] : []),
  ]
  return <SelectField label="Tag" hideLabel options={options} value={tag} onChange={onChange} />
}
