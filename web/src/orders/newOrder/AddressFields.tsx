import { TextInput } from '../../base/form/contractForm.tsx'
import styles from './AddressFields.module.css'

/** The delivery address of an order, as form fields of `address`. */
export const AddressFields = () => (
  <div className={styles.fields}>
    <div className={styles.wide}>
      <TextInput name="address.line1" label="Address line 1" />
    </div>
    <div className={styles.wide}>
      <TextInput name="address.line2" label="Address line 2" optional />
    </div>
    <TextInput name="address.city" label="City" />
    <TextInput name="address.state" label="State" />
    <TextInput name="address.country" label="Country" />
    <TextInput name="address.pincode" label="Pincode" inputMode="numeric" />
  </div>
)
