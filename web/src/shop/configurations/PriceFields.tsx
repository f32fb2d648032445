import { bindings, colors, paperSizes, sides } from '@our-print/contract/shop/configurations.ts'
import { useController, useFormContext } from 'react-hook-form'
import { TextInput } from '../../base/form/contractForm.tsx'
import { amountSign } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { NamesInput } from './NamesInput.tsx'
import styles from './PriceFields.module.css'
import { bindingLabels, colorLabels, sidesLabels } from './printTexts.ts'

const Rupees = ({ name, label, hint }: { name: string; label: string; hint?: string }) => (
  <TextInput name={name} label={label} number start={amountSign()} hint={hint} />
)

const Note = ({ children }: { children: string }) => (
  <div className={styles.note}>
    <Text tone="muted">{children}</Text>
  </div>
)

/** What a page costs, by colour and sides. */
export const PagePrices = () => (
  <Section title="Price of a page">
    <div className={styles.two}>
      {colors.map((color) => (
        <fieldset key={color} className={styles.group}>
          <legend className={styles.legend}>{colorLabels[color]}</legend>
          <div className={styles.pair}>
            {sides.map((side) => (
              <Rupees key={side} name={`price_per_page.${color}.${side}`} label={sidesLabels[side]} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  </Section>
)

/** The factor of the page price for each paper. */
export const PaperFactors = () => (
  <Section title="Paper">
    <Note>The price of a page is multiplied by these.</Note>
    <div className={styles.four}>
      {paperSizes.map((size) => (
        <TextInput key={size} name={`paper_factor.${size}`} label={size} number start="×" />
      ))}
    </div>
  </Section>
)

/** What is added to the printing. */
export const Extras = () => (
  <Section title="Binding and delivery">
    <div className={styles.four}>
      {bindings.map((binding) => (
        <Rupees
          key={binding}
          name={`binding.${binding}`}
          label={binding === 'none' ? 'No binding' : bindingLabels[binding]}
        />
      ))}
    </div>
    <div className={styles.four}>
      <div className={styles.wide}>
        <Rupees name="delivery_fee" label="Delivery fee" hint="Per order; not charged for pick-up" />
      </div>
    </div>
  </Section>
)

/** Coins for customers and referrers. */
export function Rewards() {
  const { control } = useFormContext()
  const { field } = useController({ name: 'coins_per_100_rupees', control })
  return (
    <Section title="Rewards">
      <div className={styles.two}>
        <TextInput
          name="coins_per_100_rupees"
          label={`Coins per ${amountSign()}100`}
          number
          hint={`An order of ${amountSign()}500 earns ${Math.floor((Number(field.value) || 0) * 500) / 100} coins when it is delivered`}
        />
        <TextInput
          name="claims_per_referral"
          label="Claims per referral"
          number
          inputMode="numeric"
          hint="Given to the referrer when the new customer’s first order is delivered"
        />
        <NamesInput
          name="client_types"
          label="Types of companies"
          hint="What your numbers mean, from 1 on; with commas between"
          placeholder="Food, Shops"
        />
      </div>
    </Section>
  )
}

/** The shop's contact, as printed on job tickets. */
export const ContactFields = () => (
  <Section title="Contact">
    <Note>Printed on job tickets.</Note>
    <div className={styles.two}>
      <TextInput name="contact.name" label="Shop’s name" optional />
      <TextInput name="contact.phone" label="Phone" type="tel" inputMode="tel" optional />
      <TextInput name="contact.email" label="Email" type="email" inputMode="email" optional />
      <TextInput name="contact.address" label="Address" rows={2} optional />
    </div>
  </Section>
)
