import Box from '@mui/material/Box'
import { bindings, colors, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { useController, useFormContext } from 'react-hook-form'
import { TextInput } from '../../base/form/contractForm.tsx'
import { Section } from '../../base/page/Page.tsx'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'

const Rupees = ({ name, label, hint }: { name: string; label: string; hint?: string }) => (
  <TextInput name={name} label={label} number start="₹" hint={hint} />
)

const twoByTwo = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
} as const

/** What a page costs, by colour and sides. */
export const PagePrices = () => (
  <Section title="Price of a page">
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      {colors.map((color) => (
        <Box key={color} component="fieldset" sx={group}>
          <Box component="legend" sx={legend}>
            {colorLabels[color]}
          </Box>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
            {sides.map((side) => (
              <Rupees key={side} name={`price_per_page.${color}.${side}`} label={sidesLabels[side]} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  </Section>
)

const group = { border: 0, p: 0, m: 0, minWidth: 0 } as const
const legend = { p: 0, mb: 1, typography: 'body2', color: 'text.secondary' } as const

/** The factor of the page price for each paper. */
export const PaperFactors = () => (
  <Section title="Paper">
    <Box sx={{ color: 'text.secondary', mb: 1.5 }}>The price of a page is multiplied by these.</Box>
    <Box sx={twoByTwo}>
      {paperSizes.map((size) => (
        <TextInput key={size} name={`paper_factor.${size}`} label={size} number start="×" />
      ))}
    </Box>
  </Section>
)

/** What is added to the printing. */
export const Extras = () => (
  <Section title="Binding and delivery">
    <Box sx={twoByTwo}>
      {bindings.map((binding) => (
        <Rupees
          key={binding}
          name={`binding.${binding}`}
          label={binding === 'none' ? 'No binding' : bindingLabels[binding]}
        />
      ))}
    </Box>
    <Box sx={{ ...twoByTwo, mt: 2 }}>
      <Box sx={{ gridColumn: 'span 2' }}>
        <Rupees name="delivery_fee" label="Delivery fee" hint="Per order; not charged for pick-up" />
      </Box>
    </Box>
  </Section>
)

/** Coins for customers and referrers. */
export function Rewards() {
  const { control } = useFormContext()
  const { field } = useController({ name: 'coins_per_100_rupees', control })
  return (
    <Section title="Rewards">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <TextInput
          name="coins_per_100_rupees"
          label="Coins per ₹100"
          number
          hint={`An order of ₹500 earns ${Math.floor((Number(field.value) || 0) * 500) / 100} coins when it is delivered`}
        />
        <TextInput
          name="claims_per_referral"
          label="Claims per referral"
          number
          inputMode="numeric"
          hint="Given to the referrer when the new customer’s first order is delivered"
        />
      </Box>
    </Section>
  )
}

/** The shop's contact, as printed on job tickets. */
export const ContactFields = () => (
  <Section title="Contact">
    <Box sx={{ color: 'text.secondary', mb: 1.5 }}>Printed on job tickets.</Box>
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      <TextInput name="contact.name" label="Shop’s name" optional />
      <TextInput name="contact.phone" label="Phone" type="tel" inputMode="tel" optional />
      <TextInput name="contact.email" label="Email" type="email" inputMode="email" optional />
      <TextInput name="contact.address" label="Address" rows={2} optional />
    </Box>
  </Section>
)
