// Towns whose landlines have a code of two digits; elsewhere in India the length cannot be told from the number.
const cities = /^\+91(11|20|22|33|40|44|79|80)([2-8]\d{3})(\d{4})$/

/** A phone number as people write it: +91 98200 12345, +91 22 2412 3456. What is not Indian stays as it is. */
export const phone = (number: string) =>
  number.replace(/^\+91([6-9]\d{4})(\d{5})$/, '+91 $1 $2').replace(cities, '+91 $1 $2 $3')
