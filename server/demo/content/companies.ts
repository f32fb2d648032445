import { amountSign } from '@our-print/contract/money/currency.ts'
import type { ImageName } from './images.ts'

export type Offer = {
  /** The start of each code, unique within the company. */
  prefix: string
  detail: string
  /** In coins. */
  cost: number
  codes: number
  /** Created this many days ago; expires in this many days, below zero is past. */
  made: number
  ends: number
  picture?: ImageName
  /** Sold first, until this many vouchers are left. */
  leave?: number
  isImported?: true
}

export type Company = {
  name: string
  client_type: number
  potential: string
  /** From cities.ts, so that the pin code is real. */
  city: string
  locality: string
  joined: number
  isAdvertisable?: true
  low_stock_below?: number
  /** What the shop pays for each code that it sells, in rupees. */
  agreed_price?: number
  offers: Offer[]
}

const [food, shop, leisure, health] = [1, 2, 3, 4]

/** The companies. The first one has the largest voucher group of a big shop. */
export const companies: Company[] = [
  {
    name: 'Sanjeevini Pharmacy',
    client_type: health,
    potential: 'Four more branches in the south of the city',
    city: 'Bengaluru',
    locality: 'Jayanagar',
    joined: 140,
    isAdvertisable: true,
    agreed_price: 12.5,
    offers: [
      {
        prefix: 'SANJ',
        detail: '10% off the bill',
        cost: 10,
        codes: 200,
        made: 112,
        ends: 150,
        isImported: true,
      },
    ],
  },
  {
    name: 'Filter Kaapi House',
    client_type: food,
    potential: 'Wants table cards for all counters',
    city: 'Bengaluru',
    locality: 'Basavanagudi',
    joined: 160,
    isAdvertisable: true,
    offers: [
      {
        prefix: 'KAAPI',
        detail: 'One filter coffee',
        cost: 15,
        codes: 120,
        made: 104,
        ends: 88,
        picture: 'cup',
      },
      { prefix: 'TIFFIN', detail: 'Breakfast combo at half price', cost: 40, codes: 60, made: 58, ends: 43 },
    ],
  },
  {
    name: 'Malgudi Books',
    client_type: shop,
    potential: 'School books in May and June',
    city: 'Mysuru',
    locality: 'Gokulam',
    joined: 131,
    offers: [
      {
        prefix: 'READ',
        detail: `${amountSign()}100 off books above ${amountSign()}500`,
        cost: 30,
        codes: 80,
        made: 83,
        ends: 61,
        picture: 'book',
      },
      {
        prefix: 'SUMMER',
        detail: 'Three paperbacks for the price of two',
        cost: 25,
        codes: 40,
        made: 110,
        ends: -20,
      },
    ],
  },
  {
    name: 'Galaxy Talkies',
    client_type: leisure,
    potential: 'Six screens, posters for each release',
    city: 'Bengaluru',
    locality: 'Koramangala',
    joined: 118,
    isAdvertisable: true,
    offers: [
      {
        prefix: 'GALAXY',
        detail: 'Weekday tickets for two',
        cost: 120,
        codes: 25,
        made: 71,
        ends: 34,
        picture: 'ticket',
      },
      { prefix: 'PREMIERE', detail: 'One seat at the premiere', cost: 200, codes: 1, made: 9, ends: 12 },
    ],
  },
  {
    name: 'Udupi Upahara',
    client_type: food,
    potential: '',
    city: 'Bengaluru',
    locality: 'Malleswaram',
    joined: 97,
    offers: [
      { prefix: 'DOSA', detail: 'Masala dosa for one', cost: 20, codes: 12, made: 66, ends: 27, leave: 2 },
    ],
  },
  {
    name: 'Namma Stationers',
    client_type: shop,
    potential: 'Next door to two colleges',
    city: 'Bengaluru',
    locality: 'Rajajinagar',
    joined: 90,
    offers: [
      { prefix: 'PENSET', detail: 'Set of five gel pens', cost: 8, codes: 50, made: 87, ends: -5 },
      { prefix: 'NOTE', detail: 'A5 notebook, ruled', cost: 12, codes: 45, made: 4, ends: 120 },
    ],
  },
  {
    name: 'Cubbon Cycles',
    client_type: leisure,
    potential: 'Trail maps, laminated',
    city: 'Bengaluru',
    locality: 'Indiranagar',
    joined: 74,
    offers: [
      { prefix: 'RIDE', detail: 'Cycle hire for four hours', cost: 60, codes: 30, made: 50, ends: 31 },
    ],
  },
  {
    name: 'Iyengar Sweets & Bakery',
    client_type: food,
    potential: 'Boxes for the festival season',
    city: 'Chennai',
    locality: 'T. Nagar',
    joined: 69,
    low_stock_below: 15,
    agreed_price: 40,
    offers: [
      { prefix: 'KHARA', detail: 'Half a kilo of khara biscuits', cost: 35, codes: 11, made: 40, ends: 56 },
    ],
  },
  {
    name: 'Playground Turf Arena',
    client_type: leisure,
    potential: '',
    city: 'Hyderabad',
    locality: 'Gachibowli',
    joined: 63,
    offers: [
      { prefix: 'TURF', detail: 'An hour of turf on a weekday', cost: 90, codes: 15, made: 60, ends: -2 },
      {
        prefix: 'KICKOFF',
        detail: 'An hour of turf, lights included',
        cost: 110,
        codes: 40,
        made: 3,
        ends: 75,
      },
    ],
  },
  {
    name: 'Lakshmi Opticals',
    client_type: health,
    potential: 'Eye camps in offices',
    city: 'Pune',
    locality: 'Kothrud',
    joined: 47,
    offers: [
      { prefix: 'SIGHT', detail: 'Eye test without charge', cost: 0, codes: 100, made: 44, ends: 200 },
    ],
  },
  {
    name: 'Kaveri Silks',
    client_type: shop,
    potential: 'Wedding cards together with sarees',
    city: 'Bengaluru',
    locality: 'Whitefield',
    joined: 28,
    isAdvertisable: true,
    offers: [
      {
        prefix: 'SILK',
        detail: `${amountSign()}500 off sarees above ${amountSign()}5,000`,
        cost: 50,
        codes: 20,
        made: 25,
        ends: 24,
      },
    ],
  },
  {
    name: 'Jasmine Flowers',
    client_type: shop,
    potential: 'Sends the first codes next week',
    city: 'Bengaluru',
    locality: 'HSR Layout',
    joined: 2,
    offers: [],
  },
]

/** The company that was created from a lead. */
export const companyOfLead: Company = {
  name: 'Brindavan Café',
  client_type: food,
  potential: 'Opens a second café in spring',
  city: 'Bengaluru',
  locality: 'Indiranagar',
  joined: 50,
  offers: [
    { prefix: 'COLD', detail: 'Cold coffee with ice cream', cost: 18, codes: 30, made: 45, ends: 100 },
  ],
}
