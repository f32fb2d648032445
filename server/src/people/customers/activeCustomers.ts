/** Why nothing new is taken in for a customer; undefined for an active one. */
export function whyNotActive(customer: { is_active: boolean } | undefined): string | undefined {
  if (!customer) return 'There is no such customer'
  return customer.is_active ? undefined : 'This customer is deactivated. Activate them first.'
}
