/** The end of a title. A story is told at one width and in light; elsewhere it is a proof, which `npm run test:all` adds. */
export const proofAt = (isElsewhere: boolean) => (isElsewhere ? ' @proof' : '')
