import { ClientAddress, ClientForm } from '@our-print/contract/rewards/clients.ts'
import { DayOrTime } from '@our-print/contract/values.ts'

/** The contract's schema, with the address as separate fields. */
export const clientSchema = ClientForm.omit({ address: true }).extend({
  ...ClientAddress.shape,
  joined_on: DayOrTime,
})
