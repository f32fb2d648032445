/** Messages of the website's form. */
export const leadMessages = [
  {
    subject: 'Visiting cards',
    message: 'How much are 500 visiting cards, both sides in colour, matt finish?',
  },
  {
    subject: 'Thesis printing',
    message: 'I need four hard bound copies of my thesis, 180 pages, by next Monday. Can you do it?',
  },
  {
    subject: 'Monthly plan for our office',
    message: 'We print about 800 pages a month. Do you have a plan, and do you collect the files by email?',
  },
  {
    subject: 'Wedding cards',
    message: 'Looking for 250 wedding cards with envelopes. Can I come and see samples on Saturday?',
  },
  {
    subject: 'Delivery to hostel',
    message: 'Do you deliver to the girls hostel near the engineering college? The gate closes at 9.',
  },
  {
    subject: 'Question papers',
    message: 'Our school needs 1,200 question papers, stapled in sets. They must stay confidential.',
  },
  { subject: 'Banner', message: 'Do you print flex banners, 6 by 3 feet? Needed for a shop opening.' },
  { subject: '', message: 'Please call me back about bulk printing for our coaching classes.' },
  {
    subject: 'Menu cards',
    message: 'We are opening a café and need 20 laminated menu cards, A3, double sided.',
  },
  { subject: 'GST bill', message: 'Can I get a GST invoice for company orders?' },
  { subject: 'Spiral binding', message: 'What does spiral binding cost for 12 copies of 90 pages?' },
  {
    subject: 'Brochures for a clinic',
    message: 'I would like 300 tri-fold brochures in colour. Can your designer help with the layout?',
  },
] as const

export const followUpNotes = [
  'Called, sends the files tomorrow.',
  'Wants a quote by email, sent. Call again.',
  'Could not be reached, try in the evening.',
  'Comes by on Saturday to see samples.',
]

export const wonNotes = ['Came by and ordered.', 'Ordered after the quote.', 'Took the office plan.']

export const lostNotes = [
  'Needed it the same day.',
  'Found a printer nearer by.',
  'We do not print banners.',
  'No answer to three calls.',
]
