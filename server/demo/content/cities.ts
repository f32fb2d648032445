/** Where customers live: mostly in the shop's city and near it. Localities have their real pin codes. */
export const cities: { weight: number; city: string; state: string; localities: [string, string][] }[] = [
  {
    weight: 30,
    city: 'Bengaluru',
    state: 'Karnataka',
    localities: [
      ['Indiranagar', '560038'],
      ['Koramangala', '560034'],
      ['Jayanagar', '560041'],
      ['Malleswaram', '560003'],
      ['HSR Layout', '560102'],
      ['Whitefield', '560066'],
      ['Basavanagudi', '560004'],
      ['Rajajinagar', '560010'],
    ],
  },
  {
    weight: 5,
    city: 'Mysuru',
    state: 'Karnataka',
    localities: [
      ['Gokulam', '570002'],
      ['Kuvempunagar', '570023'],
    ],
  },
  {
    weight: 4,
    city: 'Chennai',
    state: 'Tamil Nadu',
    localities: [
      ['T. Nagar', '600017'],
      ['Adyar', '600020'],
      ['Anna Nagar', '600040'],
    ],
  },
  {
    weight: 4,
    city: 'Hyderabad',
    state: 'Telangana',
    localities: [
      ['Banjara Hills', '500034'],
      ['Gachibowli', '500032'],
    ],
  },
  {
    weight: 2,
    city: 'Coimbatore',
    state: 'Tamil Nadu',
    localities: [
      ['R.S. Puram', '641002'],
      ['Gandhipuram', '641012'],
    ],
  },
  {
    weight: 2,
    city: 'Kochi',
    state: 'Kerala',
    localities: [
      ['Kakkanad', '682030'],
      ['Edappally', '682024'],
    ],
  },
  {
    weight: 3,
    city: 'Mumbai',
    state: 'Maharashtra',
    localities: [
      ['Andheri West', '400058'],
      ['Bandra West', '400050'],
      ['Dadar West', '400028'],
    ],
  },
  {
    weight: 3,
    city: 'Pune',
    state: 'Maharashtra',
    localities: [
      ['Kothrud', '411038'],
      ['Shivajinagar', '411005'],
      ['Viman Nagar', '411014'],
    ],
  },
  {
    weight: 2,
    city: 'New Delhi',
    state: 'Delhi',
    localities: [
      ['Karol Bagh', '110005'],
      ['Lajpat Nagar', '110024'],
      ['Hauz Khas', '110016'],
    ],
  },
  {
    weight: 1,
    city: 'Kolkata',
    state: 'West Bengal',
    localities: [
      ['Salt Lake', '700064'],
      ['Ballygunge', '700019'],
    ],
  },
  {
    weight: 1,
    city: 'Ahmedabad',
    state: 'Gujarat',
    localities: [
      ['Navrangpura', '380009'],
      ['Maninagar', '380008'],
    ],
  },
  {
    weight: 1,
    city: 'Jaipur',
    state: 'Rajasthan',
    localities: [
      ['Malviya Nagar', '302017'],
      ['C-Scheme', '302001'],
    ],
  },
]

export const streets = [
  '1st Main Road',
  '2nd Cross Street',
  '5th Cross Street',
  '8th Main Road',
  '12th Cross Street',
  '80 Feet Road',
  'Church Street',
  'Lake View Road',
  'Market Road',
  'MG Road',
  'Park Road',
  'School Lane',
  'Station Road',
  'Temple Road',
]

export const buildings = [
  'Green Residency',
  'Lotus Apartments',
  'Lake View Towers',
  'Sai Krupa',
  'Shanti Nivas',
  'Silver Oak Enclave',
  'Sunrise Heights',
  'Vasant Vihar',
]
