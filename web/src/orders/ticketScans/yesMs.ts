/** How long the yes of a scan fills the screen. */
export const yesMs = 2_500
