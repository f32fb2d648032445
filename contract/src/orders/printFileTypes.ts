const office = 'application/vnd.openxmlformats-officedocument'
/** The kinds of files that a shop may take in. Word and PowerPoint documents are converted to PDF, where the server can. */
export const printFileTypes = [
  { name: 'PDF', extensions: '.pdf', content_type: 'application/pdf', isOffice: false },
  { name: 'PNG', extensions: '.png', content_type: 'image/png', isOffice: false },
  { name: 'JPEG', extensions: '.jpg,.jpeg', content_type: 'image/jpeg', isOffice: false },
  { name: 'DOCX', extensions: '.docx', content_type: `${office}.wordprocessingml.document`, isOffice: true },
  {
    name: 'PPTX',
    extensions: '.pptx',
    content_type: `${office}.presentationml.presentation`,
    isOffice: true,
  },
] as const
