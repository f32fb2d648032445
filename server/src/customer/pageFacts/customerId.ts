/** The account that stands for customers who act by the page of their order. */
export const customerId = '00000000-0000-7000-8000-00000000c001'
