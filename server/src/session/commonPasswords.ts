import { invalid } from '../lib/problem.ts'

// Long passwords that lead the published lists of leaked ones; shorter ones are refused by their length.
const common = new Set(
  `1234567890 12345678910 0123456789 1234567891 9876543210 0987654321 1111111111 0000000000 1q2w3e4r5t 1q2w3e4r5t6y
qwertyuiop qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjkl123 zxcvbnm123 1qaz2wsx3edc 1qazxsw23edc
password12 password123 password1234 password12345 password01 passw0rd123 p@ssw0rd123 p@ssword123 password@123
password!23 administrator admin12345 admin123456 adminadmin letmein123 letmein1234 welcome123 welcome1234 welcome@123
iloveyou12 iloveyou123 iloveyou1234 sunshine123 princess123 football123 baseball123 superman123 changeme123
qazwsxedcrfv abcdefghij abcdefghijk abcd123456 abc1234567 a123456789 aa12345678 india12345 india@12345 test123456
testtest123 monkey12345 dragon12345 master12345 trustno1trustno1 qwertyqwerty passwordpassword ourprint123
ourprint1234 ourprint12345`.split(/\s+/),
)

/** Refuses a password that is among the first that a guesser tries. */
export function checkNewPassword(password: string, key: string): void {
  if (common.has(password.toLowerCase()) || /^(.)\1+$/u.test(password)) {
    throw invalid(key, 'This password is too easy to guess')
  }
}
