import { Text } from './Text.tsx'

/** An email address; where it has too little room, it breaks before its @. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <Text flow="wrap">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </Text>
  )
}
