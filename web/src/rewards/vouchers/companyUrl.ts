/** The address of a company's screen. It names the company; the rest is read from the server. */
export const companyUrl = (company: { id: string; name: string }) => {
  const { id, name } = company
  // As a browser writes it in the address, so that the two can be compared.
  const info = encodeURIComponent(JSON.stringify({ id, name })).replaceAll("'", '%27')
  return `/client_companies/edit?companyInfo=${info}`
}
