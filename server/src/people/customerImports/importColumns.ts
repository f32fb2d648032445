import type { ImportField } from '@our-print/contract/people/customerImports.ts'
import { plainName } from '../../base/csv/csvTable.ts'

/** The field of each column of a file; '' where a column is left out. */
export type Columns = readonly (ImportField | '')[]

/** How lists of other programs call the fields, without case, accents, spaces and punctuation. */
const spellings: Record<ImportField, readonly string[]> = {
  name: [
    'name',
    'fullname',
    'customer',
    'customername',
    'clientname',
    'contactname',
    'partyname',
    'displayname',
  ],
  first_name: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  last_name: ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido'],
  mobile: [
    'mobile',
    'mobileno',
    'mobilenumber',
    'mobilephone',
    'phone',
    'phoneno',
    'phonenumber',
    'phone1',
    'phone1value',
    'tel',
    'telephone',
    'telephoneno',
    'cell',
    'cellphone',
    'whatsapp',
    'whatsappno',
    'whatsappnumber',
    'contact',
    'contactno',
    'contactnumber',
    'telefon',
    'handy',
    'mobiltelefon',
  ],
  email: ['email', 'emailid', 'emailaddress', 'mail', 'mailid', 'email1value', 'emailadresse'],
  line1: [
    'address',
    'address1',
    'addressline1',
    'line1',
    'street',
    'streetaddress',
    'billingaddress',
    'strasse',
  ],
  line2: ['address2', 'addressline2', 'line2', 'area', 'locality', 'landmark'],
  city: ['city', 'town', 'district', 'ort', 'stadt'],
  state: ['state', 'province', 'region', 'stateprovince'],
  country: ['country', 'countryregion', 'land'],
  pincode: ['pincode', 'pin', 'zip', 'zipcode', 'postcode', 'postalcode', 'plz'],
  tags: ['tags', 'tag', 'labels', 'label', 'category', 'group', 'groups', 'customergroup', 'type'],
  notes: ['notes', 'note', 'comment', 'comments', 'remark', 'remarks', 'description'],
}
const fieldOf = new Map(
  Object.entries(spellings).flatMap(([field, names]) => names.map((name) => [name, field as ImportField])),
)

/** What the columns are by their names; of two of the same field the second is left out. */
export function matchColumns(header: readonly string[]): Columns {
  const taken = new Set<ImportField>()
  const found = header.map((name) => {
    const field = fieldOf.get(plainName(name))
    if (!field || taken.has(field)) return ''
    taken.add(field)
    return field
  })
  // A first and a last name say more than the whole name.
  return taken.has('first_name') ? found.map((field) => (field === 'name' ? '' : field)) : found
}

/** What a file must say of a customer. */
export function missingIn(columns: Columns): ('name' | 'mobile')[] {
  const has = (field: ImportField) => columns.includes(field)
  return [
    ...(has('name') || has('first_name') ? [] : (['name'] as const)),
    ...(has('mobile') ? [] : (['mobile'] as const)),
  ]
}
