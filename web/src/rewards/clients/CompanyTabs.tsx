import { useCan } from '../../base/api/useCan.ts'
import { useSearchParams } from '../../base/router/router.tsx'
import { Tabs } from '../../base/ui/Tabs.tsx'

/** The views of a company. What it is owed is for who sees prices. */
export function CompanyTabs({ value }: { value: 'company' | 'stock' }) {
  const [search] = useSearchParams()
  const sees = useCan('prices')
  if (!sees) return null
  const of = new URLSearchParams({ companyInfo: search.get('companyInfo') ?? '' })
  const to = `/client_companies/edit?${of}`
  return (
    <Tabs
      label="Company"
      value={value}
      tabs={[
        { value: 'company', label: 'Company', to },
        { value: 'stock', label: 'Stock & due', to: `${to}&tab=stock` },
      ]}
    />
  )
}
