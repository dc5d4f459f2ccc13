/** True if day and month of `birthday` (YYYY-MM-DD) are today's, in the user's zone. */
export function isBirthday(birthday: string | null | undefined, today: Date): boolean {
  const [, month, day] = birthday?.split('-').map(Number) ?? []
  return month === today.getMonth() + 1 && day === today.getDate()
}
