// Cities with a two-digit area code; elsewhere in India the number does not show its length.
const cities = /^\+91(11|20|22|33|40|44|79|80)([2-8]\d{3})(\d{4})$/

/** A phone number as people write it: +91 98200 12345, +91 22 2412 3456. Other countries' numbers stay as they are. */
export const phone = (number: string) =>
  number.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2').replace(cities, '+91 $1 $2 $3')
