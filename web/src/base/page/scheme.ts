/** Makes a page without the theme light or dark: as chosen on this device, else as the system. Returns the end of it. */
export function followScheme(): () => void {
  const chosen = localStorage.getItem('mui-mode')
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches)
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  }
  apply()
  dark.addEventListener('change', apply)
  return () => dark.removeEventListener('change', apply)
}
