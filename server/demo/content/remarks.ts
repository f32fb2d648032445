/** Notes on orders. */
export const wishes = [
  'Please call before you come.',
  'Leave it at the security desk.',
  'Needed before Friday, please.',
  'Black hard cover with gold letters.',
  'Keep the pages in the order of the files.',
  'Ring the second bell.',
  'The office is closed from 1 to 2.',
  'Same paper as last time.',
]

export const failedAttempts = [
  'Nobody at home, phone switched off.',
  'Customer asked to come again tomorrow.',
  'Gate closed, security did not let me in.',
  'Wrong flat number, called the customer.',
  'Office closed for the day.',
]

export const cancellations = [
  'Customer found a mistake in the file and will order again.',
  'Ordered twice by mistake.',
  'No longer needed, customer called.',
  'Customer could not be reached for three days.',
  'Asked for a paper that we do not have.',
]

/** Notes on customers. */
export const customerNotes = [
  'Prefers WhatsApp to calls.',
  'Pays by UPI at the counter.',
  'Needs a GST invoice with every order.',
  'Collects for the whole department.',
  'Asks for 100 gsm paper.',
  'Deliver after 6 in the evening.',
]
