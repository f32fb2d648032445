import { TextInput } from '../../base/form/contractForm.tsx'
import { Section } from '../../base/page/Page.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './PriceFields.module.css'
import { CheckInput } from './PrintSettings.tsx'

/** Whether it is kept where orders are handed over, and where the shop is, for the shortest way of a round. */
export function PositionSettings() {
  return (
    <Section title="Positions">
      <Stack gap={3}>
        <CheckInput
          name="keep_positions"
          label="Keep where orders are handed over"
          hint="The phones of delivery staff say where they are at a delivery, if that is allowed there. It is kept with the customer’s address."
        />
        <Text tone="muted">
          Where the shop is. From there a round is put into its shortest way. Maps show both numbers.
        </Text>
        <div className={styles.pair}>
          <TextInput name="shop_latitude" label="Latitude" number optional />
          <TextInput name="shop_longitude" label="Longitude" number optional />
        </div>
      </Stack>
    </Section>
  )
}
