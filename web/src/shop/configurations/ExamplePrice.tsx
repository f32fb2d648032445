import Box from '@mui/material/Box'
import { type PrintOptions, priceInPaise } from '@our-print/contract/orders/price.ts'
import { bindings, colors, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SelectField } from '../../base/form/SelectField.tsx'
import { rupees } from '../../base/format/format.ts'
import { Section } from '../../base/page/Section.tsx'
import { type ConfigurationFields, isComplete, type Settings } from './configurationForm.ts'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'

const start: PrintOptions = {
  pages: 40,
  copies: 2,
  color: 'bw',
  sides: 'double',
  paper_size: 'A4',
  binding: 'spiral',
  pickup: false,
}

const options = <V extends string>(values: readonly V[], labels?: Record<V, string>) =>
  values.map((value) => ({ value, label: labels?.[value] ?? value }))

/** The price of an example order with the typed values, next to its price with the saved ones. */
export function ExamplePrice({ saved }: { saved: Settings }) {
  const { control } = useFormContext<ConfigurationFields>()
  const typed = useWatch({ control }) as ConfigurationFields
  const [order, setOrder] = useState(start)
  const now = priceInPaise(order, saved)
  const after = isComplete(typed) ? priceInPaise(order, typed as Settings) : undefined
  const set = (change: Partial<PrintOptions>) => setOrder({ ...order, ...change })

  return (
    <Section title="Example">
      <Box sx={{ color: 'text.secondary', mb: 1.5 }}>
        {order.copies} copies of {order.pages} pages, delivered
      </Box>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        <SelectField
          label="Colour"
          options={options(colors, colorLabels)}
          value={order.color}
          onChange={(color) => set({ color: color as PrintOptions['color'] })}
        />
        <SelectField
          label="Sides"
          options={options(sides, sidesLabels)}
          value={order.sides}
          onChange={(side) => set({ sides: side as PrintOptions['sides'] })}
        />
        <SelectField
          label="Paper size"
          options={options(paperSizes)}
          value={order.paper_size}
          onChange={(size) => set({ paper_size: size as PrintOptions['paper_size'] })}
        />
        <SelectField
          label="Binding"
          options={options(bindings, bindingLabels)}
          value={order.binding}
          onChange={(binding) => set({ binding: binding as PrintOptions['binding'] })}
        />
      </Box>
      <Box
        aria-live="polite"
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          mt: 2,
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {after !== undefined && after !== now ? `${rupees(now / 100)} now` : 'Total'}
        </Box>
        <Box component="span" data-testid="example" sx={{ typography: 'h1' }}>
          {after === undefined ? '—' : rupees(after / 100)}
        </Box>
      </Box>
    </Section>
  )
}
