import { plainNumber } from '@our-print/contract/plainPhone.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { plural } from '../../base/format/format.ts'
import { PrintOutlined as Print } from '../../base/icons/frame.tsx'
import { useAddressQuery } from '../../base/list/useAddressQuery.ts'
import { BackBar } from '../../base/page/BackBar.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import styles from './ShelfLabelsPage.module.css'

// Apart, because codes are drawn by a library that only these screens need.
const ShelfLabels = lazyPart(() => import('./ShelfLabels.tsx'))

/** Labels for the shelf, one for each place, to print and to stick on. */
export function ShelfLabelsPage() {
  const [search, write] = useAddressQuery()
  // As typed: the address is drawn later, and a field that waits for it loses letters.
  const [typed, setTyped] = useState(() => ({
    rows: search.get('rows') ?? 'A-C',
    columns: search.get('columns') ?? '6',
  }))
  const { rows, columns } = typed
  const places = shelfPlaces(rows, Number(plainNumber(columns)))
  const change = (values: Partial<typeof typed>) => {
    setTyped({ ...typed, ...values })
    write(values, { replace: true })
  }
  return (
    <>
      <BackBar
        title="Shelf labels"
        home="/scan?for=shelf"
        action={
          <Button
            look="primary"
            start={<Print />}
            disabled={places.length === 0}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      />
      <main className={styles.main}>
        <div className={clsx('noprint', styles.fields)}>
          <Field
            label="Rows"
            hint="One or more letters, such as A or A-F"
            error={places.length === 0 ? 'Rows are letters, such as A-F' : undefined}
          >
            {(wiring) => (
              <Input
                {...wiring}
                maxLength={3}
                value={rows}
                onChange={(event) => change({ rows: event.target.value })}
              />
            )}
          </Field>
          <Field label="Places in a row" hint={`Up to ${mostColumns}`}>
            {(wiring) => (
              <Input
                {...wiring}
                inputMode="numeric"
                maxLength={2}
                value={columns}
                onChange={(event) => change({ columns: event.target.value })}
              />
            )}
          </Field>
          <output className={styles.number}>{plural(places.length, 'label')}, 90 × 34 mm each</output>
        </div>
        <ShelfLabels waiting={<Loading of="part" />} places={places} />
      </main>
    </>
  )
}

export const mostColumns = 99

/** The places of a shelf: rows by letters, `C` or `A-F`, columns by numbers from 1. Empty where the rows are no letters. */
export function shelfPlaces(rows: string, columns: number): string[] {
  const [, from, to = from] = /^\s*([a-z])\s*(?:-\s*([a-z]))?\s*$/i.exec(rows.toUpperCase()) ?? []
  if (!from || !to || !(columns >= 1)) return []
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)].toSorted((a, b) => a - b) as [number, number]
  const count = Math.min(Math.floor(columns), mostColumns)
  return Array.from({ length: last - first + 1 }, (_, row) =>
    Array.from({ length: count }, (_, column) => `${String.fromCharCode(first + row)}${column + 1}`),
  ).flat()
}
